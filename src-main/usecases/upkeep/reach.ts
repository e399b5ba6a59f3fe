import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { readHostName, readIpAddress, readPublicUrl } from '../../core/host-name.ts';
import type { EventSink } from '../../engine/ports.ts';
import type { NetworkReach, ReachEntryKind, ReachTable } from '../../store/sqlite/reach.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { RefusedName, RefusedNames } from './refused-names.ts';

/** What each entry has to be, as it is kept, and how many there may be. */
const ENTRIES = {
  name: { field: 'name', read: readHostName, most: 50 },
  'public-url': { field: 'url', read: readPublicUrl, most: 10 },
  proxy: { field: 'address', read: readIpAddress, most: 20 },
} as const;

/** What became of listening for the network. */
export interface NetworkState {
  readonly state: 'off' | 'starting' | 'on' | 'failed';
  readonly failure: 'none' | 'port-taken' | 'port-not-allowed' | 'certificate' | 'other';
  readonly port: number;
  readonly addresses: readonly string[];
  readonly fingerprint: string;
  readonly keyPin: string;
  readonly isOwnCertificate: boolean;
  readonly certificateProblem: string;
}

/** What listens for devices of the network, beside what listens for this computer. */
export interface NetworkListener {
  state(): NetworkState;
  /** Listens, and no longer at another port. What fails is told by the state. */
  open(port: number): Promise<void>;
  /** Ends that and every connection that came by it. */
  close(): Promise<void>;
}

/** Names, addresses that proxies show the server at with the main one first, and proxies that are believed. */
export type ReachEntries = Readonly<Record<ReachEntryKind, readonly string[]>>;

/** How other devices reach the server. */
export interface ReachView extends NetworkState {
  readonly isWanted: boolean;
  readonly isByCommand: boolean;
  readonly hasPassword: boolean;
  readonly entries: ReachEntries;
  /** Those among them that the command says, and that stay. */
  readonly givenEntries: ReachEntries;
  readonly refusedNames: readonly RefusedName[];
}

export interface ReachDependencies {
  readonly table: ReachTable;
  readonly listener: NetworkListener;
  readonly accounts: Pick<Accounts, 'hasPassword'>;
  readonly refused: RefusedNames;
  readonly events: EventSink;
  readonly usualPort: number;
  /** What the command says that started the server. */
  readonly given: GivenReach;
}

export interface GivenReach {
  /** Absent or false: as the switch says. */
  readonly isOn?: boolean;
  /** Absent: as the switch says. */
  readonly port?: number;
  /** As browsers spell them. */
  readonly entries: ReachEntries;
}

/** Whether devices of the network may connect, and under which names clients may. */
export type ReachSettings = ReturnType<typeof createReachSettings>;

export function createReachSettings({
  table,
  listener,
  accounts,
  refused,
  events,
  usualPort,
  given,
}: ReachDependencies) {
  const entries = new KnownEntries(table, given.entries);
  const isByCommand = given.isOn === true;
  const isWanted = () => isByCommand || table.network().isOn;
  const portWanted = () => given.port ?? table.network().port ?? usualPort;

  function view(caller: Caller): ReachView {
    const state = listener.state();
    return {
      ...state,
      port: state.state === 'off' ? portWanted() : state.port,
      isWanted: isWanted(),
      isByCommand,
      hasPassword: accounts.hasPassword(caller),
      entries: entries.all(),
      givenEntries: given.entries,
      refusedNames: refused.list(),
    };
  }

  function changed(caller: Caller): ReachView {
    events.emit({ type: 'reach' });
    return view(caller);
  }

  return {
    /** @throws DomainError `permission-denied` */
    look(caller: Caller): ReachView {
      requireAdministrator(caller);
      return view(caller);
    },
    /**
     * A port of null is the one before.
     * @throws DomainError `permission-denied`; `password-needed` with reason `set-first` to turn it on without one of one's
     * own; `argument-invalid` where the command that started the server decides
     */
    async change(caller: Caller, { isOn, port }: NetworkReach): Promise<ReachView> {
      requireAdministrator(caller);
      if (isByCommand && !isOn)
        throw new DomainError('argument-invalid', { field: 'on', reason: 'by-command' });
      if (isOn && !accounts.hasPassword(caller))
        throw new DomainError('password-needed', { reason: 'set-first' });
      table.setNetwork({ isOn, port: port ?? table.network().port });
      if (isOn) await listener.open(portWanted());
      else await listener.close();
      return changed(caller);
    },
    /**
     * In force at once. Through a proxy, others can connect, who need a password to sign in.
     * @throws DomainError `permission-denied`; `argument-invalid` for what is none of its kind, or one too many;
     * `password-needed` with reason `set-first` for the address of a proxy
     */
    add(caller: Caller, kind: ReachEntryKind, text: string): ReachView {
      requireAdministrator(caller);
      const { field, read } = ENTRIES[kind];
      const value = read(text.trim());
      if (value === null) throw new DomainError('argument-invalid', { field, value: text });
      if (kind !== 'name' && !accounts.hasPassword(caller))
        throw new DomainError('password-needed', { reason: 'set-first' });
      entries.add(kind, value);
      if (kind === 'name') refused.forget(value);
      return changed(caller);
    },
    /** Ends that; what the command says stays. @throws DomainError `permission-denied` */
    remove(caller: Caller, kind: ReachEntryKind, text: string): ReachView {
      requireAdministrator(caller);
      entries.remove(kind, ENTRIES[kind].read(text) ?? text);
      return changed(caller);
    },
    /** Forgets that the server was called so. @throws DomainError `permission-denied` */
    dismiss(caller: Caller, name: string): ReachView {
      requireAdministrator(caller);
      refused.forget(name.toLowerCase());
      return changed(caller);
    },
    /** Origins that devices of the network may call, the best first; none while they may not connect. */
    networkAddresses: (): readonly string[] => listener.state().addresses,
    /** The same list until it changes. */
    entries: (kind: ReachEntryKind): readonly string[] => entries.of(kind),
    /** Of a request that was refused for its Host. */
    noteRefused(name: string, address: string): void {
      if (refused.note(name, address)) events.emit({ type: 'reach' });
    },
    /** Listens where that is wanted. */
    async start(): Promise<void> {
      if (isWanted()) await listener.open(portWanted());
    },
  };
}

/** The entries from the command line, followed by the stored ones. */
class KnownEntries {
  readonly #table: ReachTable;
  readonly #given: ReachEntries;
  readonly #known: Record<ReachEntryKind, readonly string[]>;

  constructor(table: ReachTable, given: ReachEntries) {
    this.#table = table;
    this.#given = given;
    this.#known = {
      name: this.#read('name'),
      'public-url': this.#read('public-url'),
      proxy: this.#read('proxy'),
    };
  }

  #read(kind: ReachEntryKind): readonly string[] {
    return [...new Set([...this.#given[kind], ...this.#table.entries(kind)])];
  }

  all(): ReachEntries {
    return { ...this.#known };
  }

  /** The same list until it changes. */
  of(kind: ReachEntryKind): readonly string[] {
    return this.#known[kind];
  }

  /** @throws DomainError `argument-invalid` for one too many */
  add(kind: ReachEntryKind, value: string): void {
    const { field, most } = ENTRIES[kind];
    const known = this.#known[kind];
    if (!known.includes(value) && known.length >= most)
      throw new DomainError('argument-invalid', { field, reason: 'too-many' });
    this.#table.add(kind, value);
    this.#known[kind] = this.#read(kind);
  }

  remove(kind: ReachEntryKind, value: string): void {
    this.#table.remove(kind, value);
    this.#known[kind] = this.#read(kind);
  }
}
