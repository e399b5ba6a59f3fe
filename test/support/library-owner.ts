import { ApiRefusal, type LocalClient } from '../../src-main/headless/local-client.ts';
import { wholeHistory } from './library-tree.ts';
import type { SeededNumbers } from './seeded-numbers.ts';

const MOST_LIBRARIES = 3;
/** A library with more commits is purged, so that checks stay quick. */
const MANY_COMMITS = 40;

/** What a client that was told the outcome of each call knows about a library. */
interface Known {
  readonly name: string;
  readonly isDeleted: boolean;
  readonly items: ReadonlySet<string>;
  readonly trashed: ReadonlySet<string>;
}

/** A call whose answer has not come: the library is as before or as after it. Null: there is no such library. */
interface Step {
  readonly id: string | null;
  readonly before: Known | null;
  readonly after: Known | null;
}

/**
 * A client that makes, changes, deletes, restores and purges libraries of its own, one call after the other, and takes
 * down what each answer promised.
 */
export class LibraryOwner {
  readonly #name: string;
  readonly #random: SeededNumbers;
  readonly #known = new Map<string, Known>();
  readonly #commits = new Map<string, string[]>();
  readonly #mayRefuse: (refusal: ApiRefusal) => boolean;
  readonly #broken: string[] = [];
  #pending: Step | null = null;
  #made = 0;
  #acknowledged = 0;
  #refused = 0;

  /** @param mayRefuse which refusals are no surprise; none, unless said */
  constructor(
    name: string,
    random: SeededNumbers,
    mayRefuse: (refusal: ApiRefusal) => boolean = () => false,
  ) {
    this.#name = name;
    this.#random = random;
    this.#mayRefuse = mayRefuse;
  }

  /** Calls that were answered with success. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Calls that were refused as they may be. */
  get refused(): number {
    return this.#refused;
  }

  /** One call, sometimes two. Rejects when no answer came. */
  async step(client: LocalClient): Promise<void> {
    try {
      await this.#act(client);
      this.#pending = null;
      this.#acknowledged += 1;
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (this.#mayRefuse(error)) this.#refused += 1;
      else this.#broken.push(`${this.#name}: ${error.status} ${error.message}`);
      // What was refused may still have been done; what it is now is what counts from here on.
      this.#broken.push(...(await this.missing(client)));
    }
  }

  /** What is not as promised. A call without an answer may have been done or not; afterwards that is known. */
  async missing(client: LocalClient): Promise<string[]> {
    const seen = await this.#see(client);
    const missing = this.#broken.splice(0);
    const pending = this.#pending;
    this.#pending = null;
    if (pending?.id === null && pending.after !== null) this.#adoptMade(pending.after, seen);
    for (const [id, known] of this.#known) {
      const now = seen.get(id) ?? null;
      const possible = pending?.id === id ? [pending.before, pending.after] : [known];
      if (!possible.some((wanted) => isSame(wanted, now))) missing.push(describe(id, possible, now));
      if (now === null) this.#forget(id);
      else this.#known.set(id, now);
    }
    return missing;
  }

  /** Acknowledged commits that the history of a living library does not have exactly once. */
  async missingCommits(client: LocalClient): Promise<string[]> {
    const missing: string[] = [];
    for (const [id, { isDeleted }] of this.#known) {
      if (isDeleted) continue;
      const history = (await wholeHistory(client, id)).map((commit) => commit.id);
      for (const wanted of this.#commits.get(id) ?? []) {
        const times = history.filter((commit) => commit === wanted).length;
        if (times !== 1) missing.push(`commit ${wanted} of ${id} is there ${times} times`);
      }
    }
    return missing;
  }

  async #act(client: LocalClient): Promise<void> {
    const live = [...this.#known].filter(([, known]) => !known.isDeleted);
    const deleted = [...this.#known].filter(([, known]) => known.isDeleted);
    if (deleted.length > 0 && this.#random.chance(0.4)) {
      await this.#actOnDeleted(client, this.#random.pick(deleted));
      return;
    }
    if (live.length === 0 || (this.#known.size < MOST_LIBRARIES && this.#random.chance(0.1))) {
      await this.#make(client);
      return;
    }
    await this.#actOnLive(client, this.#random.pick(live));
  }

  async #make(client: LocalClient): Promise<void> {
    this.#made += 1;
    const name = `${this.#name} ${this.#made}`;
    const after = { name, isDeleted: false, items: new Set<string>(), trashed: new Set<string>() };
    this.#pending = { id: null, before: null, after };
    const made = await client.call('POST libraries/', { name });
    this.#known.set(made.id, after);
    this.#note(made.id, made.head_commit_id);
  }

  async #actOnDeleted(client: LocalClient, [id, known]: [string, Known]): Promise<void> {
    const isPurged = (this.#commits.get(id)?.length ?? 0) > MANY_COMMITS || this.#random.chance(0.2);
    if (isPurged) {
      this.#pending = { id, before: known, after: null };
      await client.call('DELETE deleted-libraries/:library_id/', { library_id: id });
      this.#forget(id);
      return;
    }
    const restore = () => client.call('POST deleted-libraries/:library_id/restore/', { library_id: id });
    const { head_commit_id: head } = await this.#change(id, { ...known, isDeleted: false }, restore);
    this.#note(id, head);
  }

  async #actOnLive(client: LocalClient, [id, known]: [string, Known]): Promise<void> {
    const draw = this.#random.below(100);
    if (draw < 8) {
      const remove = () => client.call('DELETE libraries/:library_id/', { library_id: id });
      await this.#change(id, { ...known, isDeleted: true }, remove);
    } else if (draw < 28) await this.#rename(client, id, known);
    else if (draw < 60 || known.items.size === 0) await this.#addFolder(client, id, known);
    else if (draw < 92) await this.#removeItem(client, id, known);
    else {
      const empty = () => client.call('DELETE libraries/:library_id/trash/', { library_id: id });
      await this.#change(id, { ...known, trashed: new Set() }, empty);
    }
  }

  async #rename(client: LocalClient, id: string, known: Known): Promise<void> {
    this.#made += 1;
    const name = `${this.#name} ${this.#made}`;
    const rename = () => client.call('PATCH libraries/:library_id/', { library_id: id, name });
    const { head_commit_id: head } = await this.#change(id, { ...known, name }, rename);
    this.#note(id, head);
  }

  async #addFolder(client: LocalClient, id: string, known: Known): Promise<void> {
    this.#made += 1;
    const name = `folder-${this.#made}`;
    const add = () => makeFolder(client, id, name);
    await this.#change(id, { ...known, items: new Set([...known.items, name]) }, add);
  }

  /** Sometimes brought back at once from the commit before. */
  async #removeItem(client: LocalClient, id: string, known: Known): Promise<void> {
    const name = this.#random.pick([...known.items]);
    const items = new Set([...known.items].filter((item) => item !== name));
    const without = { ...known, items, trashed: new Set([...known.trashed, name]) };
    const path = `/${name}`;
    const remove = () => client.call('DELETE libraries/:library_id/entries/', { library_id: id, path });
    const removed = await this.#change(id, without, remove);
    this.#note(id, removed.commit_id);
    if (!this.#random.chance(0.4)) return;
    const body = { path, commit_id: removed.previous_commit_id };
    const restore = () => client.call('POST libraries/:library_id/restore/', { library_id: id, ...body });
    const restored = await this.#change(id, known, restore);
    if (restored.commit_id !== null) this.#note(id, restored.commit_id);
  }

  async #change<T>(id: string, after: Known, send: () => Promise<T>): Promise<T> {
    this.#pending = { id, before: this.#known.get(id) ?? null, after };
    const answer = await send();
    this.#known.set(id, after);
    return answer;
  }

  #note(id: string, commitId: string): void {
    const commits = this.#commits.get(id) ?? [];
    if (!commits.includes(commitId)) this.#commits.set(id, [...commits, commitId]);
  }

  #forget(id: string): void {
    this.#known.delete(id);
    this.#commits.delete(id);
  }

  #adoptMade(after: Known, seen: ReadonlyMap<string, Known>): void {
    for (const [id, known] of seen) if (known.name === after.name) this.#known.set(id, known);
  }

  async #see(client: LocalClient): Promise<Map<string, Known>> {
    const seen = new Map<string, Known>();
    const isOwn = ({ name }: { name: string | null }) => name?.startsWith(`${this.#name} `) === true;
    const { libraries: live } = await client.call('GET libraries/');
    for (const { id, name } of live.filter(isOwn)) {
      const { entries } = await client.call('GET libraries/:library_id/entries/', { library_id: id });
      const { items } = await client.call('GET libraries/:library_id/trash/', { library_id: id });
      const trashed = new Set(items.map((item) => item.name));
      const names = new Set(entries.map((entry) => entry.name));
      seen.set(id, { name: name ?? '', isDeleted: false, items: names, trashed });
    }
    const { libraries: deleted } = await client.call('GET deleted-libraries/');
    for (const { id, name } of deleted.filter(isOwn)) {
      const { items = new Set<string>(), trashed = new Set<string>() } = this.#known.get(id) ?? {};
      // What is inside cannot be asked for; it is compared when the library is back.
      seen.set(id, { name, isDeleted: true, items, trashed });
    }
    return seen;
  }
}

export async function makeFolder(client: LocalClient, id: string, name: string): Promise<void> {
  await client.call('POST libraries/:library_id/items/new-folder/', { library_id: id, path: `/${name}` });
}

function isSame(wanted: Known | null, now: Known | null): boolean {
  if (wanted === null || now === null) return wanted === now;
  const { name, isDeleted, items, trashed } = wanted;
  const isListed = isEqual(items, now.items) && isEqual(trashed, now.trashed);
  return name === now.name && isDeleted === now.isDeleted && isListed;
}

function isEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((item) => b.has(item));
}

function describe(id: string, possible: readonly (Known | null)[], now: Known | null): string {
  const words = (known: Known | null) =>
    known === null
      ? 'gone'
      : JSON.stringify({ ...known, items: [...known.items], trashed: [...known.trashed] });
  return `library ${id}: wanted ${possible.map(words).join(' or ')}, is ${words(now)}`;
}
