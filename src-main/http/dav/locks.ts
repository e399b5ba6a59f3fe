import { randomUUID } from 'node:crypto';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { ancestorsOf, isInside } from '../../core/library/path.ts';
import { DAV_LOCKS_MAX, DAV_LOCKS_MAX_PER_PERSON, DAV_LOCKS_MAX_PER_PLACE } from '../../core/limits.ts';
import type { Clock } from '../../engine/ports.ts';

/** What can be locked. */
export interface LockedPlace {
  readonly libraryId: LibraryId;
  readonly path: string;
}

export interface LockRequest {
  readonly at: LockedPlace;
  /** E-mail of who holds it. */
  readonly person: string;
  readonly isExclusive: boolean;
  /** It covers all below as well. */
  readonly isDeep: boolean;
  /** What the program says of its user, as XML; empty: nothing. */
  readonly ownerXml: string;
  /** The address that was locked. */
  readonly href: string;
  readonly seconds: number;
}

export interface DavLock extends LockRequest {
  readonly token: string;
  readonly untilMs: number;
}

const RETRY_SECONDS = 60;

/**
 * The locks of programs that edit files by WebDAV. They bind one another alone, not the pages or sync clients, whose
 * changes end as versions; so they live in memory, and end with the process.
 */
export class Locks {
  readonly #clock: Clock;
  readonly #byToken = new Map<string, DavLock>();
  readonly #byPlace = new Map<LibraryId, Map<string, Set<DavLock>>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws DomainError `busy` when there are too many. Whether it may be made is for callers. */
  add(request: LockRequest): DavLock {
    this.#endOld();
    const own = [...this.#byToken.values()].filter(({ person }) => person === request.person).length;
    const isFull = own >= DAV_LOCKS_MAX_PER_PERSON || this.#byToken.size >= DAV_LOCKS_MAX;
    if (isFull || this.covering(request.at).length >= DAV_LOCKS_MAX_PER_PLACE)
      throw new DomainError('busy', { retryAfterSeconds: RETRY_SECONDS });
    const token = `urn:uuid:${randomUUID()}`;
    return this.#put({ ...request, token, untilMs: this.#clock.nowMs() + request.seconds * 1000 });
  }

  refresh(lock: DavLock, seconds: number): DavLock {
    this.remove(lock);
    return this.#put({ ...lock, seconds, untilMs: this.#clock.nowMs() + seconds * 1000 });
  }

  remove(lock: DavLock): void {
    this.#byToken.delete(lock.token);
    const places = this.#byPlace.get(lock.at.libraryId);
    const there = places?.get(lock.at.path);
    for (const one of there ?? []) if (one.token === lock.token) there?.delete(one);
    if (there?.size === 0) places?.delete(lock.at.path);
    if (places?.size === 0) this.#byPlace.delete(lock.at.libraryId);
  }

  /** For what is not there any more, with all below. */
  removeTree(at: LockedPlace): void {
    for (const lock of [...this.on(at), ...this.below(at)]) this.remove(lock);
  }

  /** Of this very place. */
  on({ libraryId, path }: LockedPlace): DavLock[] {
    return this.#valid(this.#byPlace.get(libraryId)?.get(path) ?? []);
  }

  /** Of this place, and of those above that cover it. */
  covering(at: LockedPlace): DavLock[] {
    if (!this.#byPlace.has(at.libraryId)) return [];
    const above = ancestorsOf(at.path).flatMap((path) => this.on({ ...at, path }));
    return [...this.on(at), ...above.filter(({ isDeep }) => isDeep)];
  }

  below({ libraryId, path }: LockedPlace): DavLock[] {
    const places = [...(this.#byPlace.get(libraryId) ?? [])];
    return places.flatMap(([other, locks]) => (isInside(other, path) ? this.#valid(locks) : []));
  }

  #put(lock: DavLock): DavLock {
    const places = this.#byPlace.get(lock.at.libraryId) ?? new Map<string, Set<DavLock>>();
    const there = places.get(lock.at.path) ?? new Set();
    this.#byToken.set(lock.token, lock);
    this.#byPlace.set(lock.at.libraryId, places.set(lock.at.path, there.add(lock)));
    return lock;
  }

  #valid(locks: Iterable<DavLock>): DavLock[] {
    return [...locks].filter((lock) => this.secondsLeft(lock) > 0);
  }

  /** A clock that was set back stretches no lock. */
  secondsLeft({ untilMs, seconds }: DavLock): number {
    const leftMs = untilMs - this.#clock.nowMs();
    return leftMs > seconds * 1000 ? 0 : Math.ceil(leftMs / 1000);
  }

  #endOld(): void {
    for (const lock of this.#byToken.values()) if (this.secondsLeft(lock) <= 0) this.remove(lock);
  }
}
