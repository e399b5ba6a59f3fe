import { ERASED_NAME } from '../../../src-shared/commit-title.ts';
import { nameOf } from '../library/path.ts';
import type { Steps } from '../steps.ts';
import type { Change } from './change.ts';

interface Changed {
  /** Names that the commit changed before the erasure. */
  readonly before: ReadonlySet<string>;
  /** Names that it still changes; these stay. */
  readonly kept: ReadonlySet<string>;
}

/** Names of erased items, which descriptions must no longer contain. */
export class ErasedNames {
  readonly #names = new Set<string>();
  readonly #lengths = new Set<number>();

  get size(): number {
    return this.#names.size;
  }

  add(name: string): void {
    this.#names.add(name);
    this.#lengths.add(name.length);
  }

  /** Whether the description contains one of them. */
  *areIn(description: string): Steps<boolean> {
    return (yield* this.#cleared(description, () => true)) !== description;
  }

  /**
   * The description without them. Programs quote names. Outside of quotes a name counts only if it has an extension or the
   * commit changed it, because `files`, `Added` and `07` are also ordinary words.
   */
  cleared(description: string, { before, kept }: Changed): Steps<string> {
    return this.#cleared(
      description,
      (name, isQuoted) => !kept.has(name) && (isQuoted || EXTENSION.test(name) || before.has(name)),
    );
  }

  *#cleared(description: string, counts: (name: string, isQuoted: boolean) => boolean): Steps<string> {
    const lengths = [...this.#lengths].sort((a, b) => b - a);
    let cleared = '';
    let beginnings = 0;
    for (let at = 0; at < description.length; ) {
      const isBeginning = BEFORE.test(description.charAt(at - 1));
      if (isBeginning && ++beginnings % BEGINNINGS_A_STEP === 0) yield;
      const length = isBeginning
        ? lengths.find((each) => this.#isAt(description, { from: at, to: at + each }, counts))
        : undefined;
      cleared += length === undefined ? description.charAt(at) : ERASED_NAME;
      at += length ?? 1;
    }
    return cleared;
  }

  #isAt(
    text: string,
    { from, to }: { readonly from: number; readonly to: number },
    counts: (name: string, isQuoted: boolean) => boolean,
  ): boolean {
    const isQuoted = text[from - 1] === '"' && text[to] === '"';
    if (to > text.length || !(isQuoted || AFTER.test(text.slice(to, to + 2)))) return false;
    const name = text.slice(from, to);
    return this.#names.has(name) && counts(name, isQuoted);
  }
}

/** Some milliseconds where names have all lengths; the text of a pushed commit may be long. */
const BEGINNINGS_A_STEP = 50;
const EXTENSION = /\.\p{L}/u;
/** What may be next to a whole name: nothing that could be part of it. */
const BEFORE = /^[^\p{L}\p{N}._-]?$/u;
const AFTER = /^(?:$|[^\p{L}\p{N}._-]|[._-](?:$|[^\p{L}\p{N}._-]))/u;

/** Old and new names of the changed items. */
export function namesIn(changes: readonly Pick<Change, 'path' | 'newPath'>[]): Set<string> {
  return new Set(
    changes.flatMap(({ path, newPath }) => (newPath === '' ? [path] : [path, newPath])).map(nameOf),
  );
}
