import type { LibraryId } from '../../core/library/library-id.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { Commit } from '../../core/objects/commit.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { HeadEntry } from '../../store/head-journal.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { NewUser } from '../../store/sqlite/users.ts';
import type { Ports } from '../ports.ts';
import { isUnreadable, readCommit } from '../reading/stored-commits.ts';
import { type AdoptDependencies, adoptHead } from './adopt-head.ts';
import { createJournalRecords } from './journal-records.ts';

export interface RecoverLibrariesDependencies
  extends AdoptDependencies,
    Pick<Ports, 'deletedLibraryTable' | 'users' | 'journal' | 'clock'> {}

export interface RecoveredLibrary {
  readonly id: LibraryId;
  readonly name: string;
  /** Null: it was purged, or nothing of it is left. */
  readonly owner: Owner | null;
  /** `lost`: there are objects of it, but no commit that can be read. */
  readonly state: 'live' | 'deleted' | 'purged' | 'lost';
  readonly headId: CommitId | null;
  readonly commits: number;
  /** Where the head comes from: the journal, or the newest commit that no other names as its parent. */
  readonly headFrom: 'journal' | 'newest-commit' | null;
  /** The journal names a later head than could be brought back. */
  readonly isOlder: boolean;
  /** History before these commits is lost: something names them as parent and they cannot be read. */
  readonly missing: readonly CommitId[];
}

export interface RecoveredLibraries {
  readonly libraries: readonly RecoveredLibrary[];
  /** E-mails of owners, each with an account that has no password yet. */
  readonly accounts: readonly string[];
}

/**
 * Puts every library on record again in a database that knows none of them: from the head journal, the commits and
 * their trees. Needs every object on record. Appends to the journal only where it takes another head than the journal
 * says.
 */
export async function recoverLibraries(
  deps: RecoverLibrariesDependencies,
  storedIds: readonly LibraryId[],
): Promise<RecoveredLibraries> {
  const last = await deps.journal.lastHeads();
  const { damagedLines } = await deps.journal.readAll();
  const recovery = new Recovery(deps, damagedLines.length > 0);
  const libraries: RecoveredLibrary[] = [];
  for (const id of new Set([...last.keys(), ...storedIds])) {
    libraries.push(await recovery.recover(id, last.get(id) ?? null));
  }
  return { libraries, accounts: addOwners(deps, libraries) };
}

class Recovery {
  readonly #deps: RecoverLibrariesDependencies;
  /** Entries are lost, so the last one of a library need not be the last that there was. */
  readonly #isJournalDamaged: boolean;

  constructor(deps: RecoverLibrariesDependencies, isJournalDamaged: boolean) {
    this.#deps = deps;
    this.#isJournalDamaged = isJournalDamaged;
  }

  async recover(id: LibraryId, entry: HeadEntry | null): Promise<RecoveredLibrary> {
    if (entry?.type === 'purged') {
      this.#deps.transaction(() => this.#deps.deletedLibraryTable.bury(id, entry.at_s));
      return { ...NOTHING, id, name: entry.name, state: 'purged' };
    }
    const head = await this.#findHead(id, entry);
    if (head === null) return { ...NOTHING, id, name: entry?.name ?? '', isOlder: entry !== null };
    const owner: Owner = entry?.owner ?? {
      kind: 'user',
      email: await this.#makerOf(this.#deps.objects.library(id), head.commit),
    };
    const adopted = await adoptHead(this.#deps, { id, headId: head.commit.id, owner });
    const isOlder = entry !== null && head.from !== 'journal' && !this.#reaches(id, entry.head_commit_id);
    await this.#reconcile({ id, entry, head: head.commit, isOlder });
    return {
      id,
      name: head.commit.libraryName,
      owner,
      state: entry?.type === 'deleted' ? 'deleted' : 'live',
      headId: head.commit.id,
      commits: adopted.commits,
      headFrom: head.from,
      isOlder,
      missing: adopted.missing,
    };
  }

  async #reconcile(found: {
    id: LibraryId;
    entry: HeadEntry | null;
    head: Commit;
    isOlder: boolean;
  }): Promise<void> {
    const { libraryTable, historyTable } = this.#deps;
    const { id, entry, head, isOlder } = found;
    if (entry === null) return;
    const kept = entry.kept_from === undefined ? null : historyTable.find(id, entry.kept_from);
    if (kept !== null) libraryTable.keepFrom(id, kept.seq);
    if (isOlder) libraryTable.setStatus(id, 'read-only');
    if (head.id !== entry.head_commit_id) {
      const { type, owner, head_commit_id: prev } = entry;
      const found = { id, headId: head.id, name: head.libraryName, owner };
      await createJournalRecords(this.#deps).record(type, found, { prev });
    }
    if (entry.type === 'deleted') libraryTable.markDeleted(id, entry.at_s);
  }

  /** Who made a library is named by its first commit, which is made here; any writer can be the last author. */
  async #makerOf(store: LibraryObjects, head: Commit): Promise<string> {
    const seen = new Set<CommitId>();
    let oldest = head;
    for (let at: Commit | null = head; at !== null && !seen.has(at.id); ) {
      oldest = at;
      seen.add(at.id);
      at = at.parentId === null ? null : await tryRead(store, at.parentId);
    }
    return oldest.authorEmail.toLowerCase();
  }

  #reaches(id: LibraryId, commitId: CommitId): boolean {
    return this.#deps.historyTable.find(id, commitId) !== null;
  }

  async #findHead(
    id: LibraryId,
    entry: HeadEntry | null,
  ): Promise<{ commit: Commit; from: 'journal' | 'newest-commit' } | null> {
    const store = this.#deps.objects.library(id);
    const journalled = entry === null ? null : await tryRead(store, entry.head_commit_id);
    if (journalled !== null && !this.#isJournalDamaged) return { commit: journalled, from: 'journal' };
    const newest = await newestTip(store, id, journalled);
    if (newest === null || newest.id === journalled?.id)
      return journalled === null ? null : { commit: journalled, from: 'journal' };
    return { commit: newest, from: 'newest-commit' };
  }
}

const NOTHING = {
  owner: null,
  state: 'lost',
  headId: null,
  commits: 0,
  headFrom: null,
  isOlder: false,
  missing: [],
} as const;

async function tryRead(store: LibraryObjects, id: CommitId): Promise<Commit | null> {
  try {
    return await readCommit(store, id);
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

/** The newest commit that no other names as a parent; with `below` only among those that descend from it. */
async function newestTip(
  store: LibraryObjects,
  libraryId: LibraryId,
  below: Commit | null,
): Promise<Commit | null> {
  const commits = new Map<CommitId, Commit>();
  for (const { kind, id } of store.list()) {
    if (kind !== 'commit') continue;
    const commit = await tryRead(store, id as CommitId);
    if (commit?.libraryId === libraryId) commits.set(commit.id, commit);
  }
  const parents = new Set(
    [...commits.values()].flatMap((commit) => [commit.parentId, commit.secondParentId]),
  );
  const tips = [...commits.values()].filter(({ id }) => !parents.has(id));
  const fitting = below === null ? tips : tips.filter((tip) => descends(commits, tip, below.id));
  return fitting.sort((a, b) => b.ctimeSeconds - a.ctimeSeconds)[0] ?? null;
}

function descends(commits: ReadonlyMap<CommitId, Commit>, tip: Commit, ancestor: CommitId): boolean {
  const seen = new Set<CommitId>();
  const pending = [tip.id];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (id === ancestor) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    const commit = commits.get(id);
    for (const parent of [commit?.parentId, commit?.secondParentId]) if (parent) pending.push(parent);
  }
  return false;
}

/**
 * Creates accounts for all owners of libraries, because libraries belong to accounts. They have no password, so that an
 * administrator has to set one before the first sign-in; they are active, so that this is enough.
 */
function addOwners(
  { users, clock }: RecoverLibrariesDependencies,
  libraries: readonly RecoveredLibrary[],
): string[] {
  const emails = new Set(
    libraries.flatMap(({ owner }) => (owner?.kind === 'user' && owner.email !== '' ? [owner.email] : [])),
  );
  const missing = [...emails].filter((email) => users.find(email) === null).sort();
  for (const email of missing) users.insert({ ...NO_ACCOUNT, email, createdAtSeconds: clock.nowSeconds() });
  return missing;
}

const NO_ACCOUNT: Omit<NewUser, 'email' | 'createdAtSeconds'> = {
  name: '',
  contactEmail: '',
  passwordHash: null,
  isAdmin: false,
  isActive: true,
  role: 'default',
  quotaBytes: null,
};
