import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { readHostName } from '../../core/host-name.ts';
import type { EventSink } from '../../engine/ports.ts';
import type { NetworkReach, ReachTable } from '../../store/sqlite/reach.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { RefusedName, RefusedNames } from './refused-names.ts';

const MOST_ALLOWED = 50;

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

/** How other devices reach the server. */
export interface ReachView extends NetworkState {
  readonly isWanted: boolean;
  readonly isByCommand: boolean;
  readonly hasPassword: boolean;
  readonly allowedNames: readonly string[];
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
  /** In small letters. */
  readonly allowedNames: readonly string[];
}

/** Whether devices of the network may connect, and by which names anybody may. */
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
  let allowed = namesNow();

  function namesNow(): readonly string[] {
    return [...new Set([...given.allowedNames, ...table.allowedNames()])];
  }

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
      allowedNames: allowed,
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
    /** From now on. @throws DomainError `permission-denied`; `argument-invalid` for what is no name, or one too many */
    allow(caller: Caller, text: string): ReachView {
      requireAdministrator(caller);
      const name = readHostName(text);
      if (name === null) throw new DomainError('argument-invalid', { field: 'name', value: text });
      if (!allowed.includes(name) && allowed.length >= MOST_ALLOWED)
        throw new DomainError('argument-invalid', { field: 'name', reason: 'too-many' });
      table.allow(name);
      refused.forget(name);
      allowed = namesNow();
      return changed(caller);
    },
    /** Ends that; one that the command allows stays. @throws DomainError `permission-denied` */
    disallow(caller: Caller, name: string): ReachView {
      requireAdministrator(caller);
      table.disallow(name.toLowerCase());
      allowed = namesNow();
      return changed(caller);
    },
    /** Forgets that the server was called so. @throws DomainError `permission-denied` */
    dismiss(caller: Caller, name: string): ReachView {
      requireAdministrator(caller);
      refused.forget(name.toLowerCase());
      return changed(caller);
    },
    /** Names that any request may call the server by, at any port. */
    allowedNames: (): readonly string[] => allowed,
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
