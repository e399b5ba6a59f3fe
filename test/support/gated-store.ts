import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { HeadJournal } from '../../src-main/store/head-journal.ts';
import type { LibraryObjects, ObjectStore } from '../../src-main/store/objects/object-store.ts';
import type { SeededNumbers } from './seeded-numbers.ts';

/** Turns of the event loop in which a task that was let through reaches the next gate. */
const TURNS_TO_NEXT_GATE = 4;

/** A slow disk in the middle of others' work: without it all tasks advance at the same pace, and few orders occur. */
const OFTEN_HELD = 0.15;
const LONGEST_HELD = 120;

/**
 * Lets calls through one at a time, in an order that only the given numbers decide: each task waits at the gate, and one of
 * the waiting ones is picked when the previous one is done.
 */
export class Gate {
  readonly #numbers: SeededNumbers;
  readonly #waiting: { readonly let: () => void; readonly notBefore: number }[] = [];
  #passed = 0;

  constructor(numbers: SeededNumbers) {
    this.#numbers = numbers;
  }

  /** Calls let through so far. */
  get passed(): number {
    return this.#passed;
  }

  async pass<T>(call: () => Promise<T>): Promise<T> {
    let end: () => void = () => undefined;
    const notBefore =
      this.#passed + (this.#numbers.chance(OFTEN_HELD) ? this.#numbers.below(LONGEST_HELD) : 0);
    await new Promise<void>((resolve) => {
      this.#waiting.push({ let: resolve, notBefore });
    });
    this.#ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    try {
      return await call();
    } finally {
      end();
    }
  }

  #ended: Promise<void> = Promise.resolve();

  /** Runs everything to its end. Settled like `Promise.allSettled`. */
  async run(work: readonly (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> {
    let isOver = false;
    const all = Promise.allSettled(work.map((each) => each())).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      for (let turn = 0; turn < TURNS_TO_NEXT_GATE; turn += 1) await yieldToEventLoop();
      await this.#ended;
      if (this.#waiting.length === 0) continue;
      const ready = this.#waiting.filter(({ notBefore }) => notBefore <= this.#passed);
      const next = this.#numbers.pick(ready.length > 0 ? ready : this.#waiting);
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#passed += 1;
      next.let();
    }
    return all;
  }
}

/** A store whose every call that takes time waits at the gate; open it with `isGated` once the world is set up. */
export function gatedStore(store: ObjectStore, gate: Gate, isGated: () => boolean): ObjectStore {
  const through = <T>(call: () => Promise<T>): Promise<T> => (isGated() ? gate.pass(call) : call());
  return {
    library: (id) => gatedLibrary(store.library(id), through),
    acceptContent: (sizeBytes) => store.acceptContent(sizeBytes),
    removeLibrary: (id) => through(() => store.removeLibrary(id)),
    close: () => store.close(),
  };
}

function gatedLibrary(
  library: LibraryObjects,
  through: <T>(call: () => Promise<T>) => Promise<T>,
): LibraryObjects {
  return {
    has: (kind, id) => library.has(kind, id),
    sizeOf: (kind, id) => library.sizeOf(kind, id),
    list: () => library.list(),
    fileBytes: () => library.fileBytes(),
    damaged: () => library.damaged(),
    read: (kind, id, options) => through(() => library.read(kind, id, options)),
    writeOut: (files) => through(() => library.writeOut(files)),
    write: (kind, id, bytes) => through(() => library.write(kind, id, bytes)),
    writeHashed: (object) => through(async () => library.writeHashed(object)),
    touch: (kind, id) => through(() => library.touch(kind, id)),
    add: (block, expectedId) => through(() => library.add(block, expectedId)),
    flush: () => through(() => library.flush()),
    remove: (objects, options) => through(() => library.remove(objects, options)),
    compact: (options) => through(() => library.compact(options)),
  };
}

/** A journal whose appends wait at the gate. */
export function gatedJournal(journal: HeadJournal, gate: Gate, isGated: () => boolean): HeadJournal {
  return {
    append: (entries) => (isGated() ? gate.pass(() => journal.append(entries)) : journal.append(entries)),
    readAll: () => journal.readAll(),
    lastHeads: () => journal.lastHeads(),
    lastHeadOf: (id) => journal.lastHeadOf(id),
    close: () => journal.close(),
  };
}
