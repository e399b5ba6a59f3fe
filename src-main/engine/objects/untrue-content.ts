import type { UntrueReason } from '../../../src-shared/upkeep-api.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { PUSHED_PATH_MAX_BYTES } from '../../core/limits.ts';
import { cutText } from '../../core/objects/cut-text.ts';
import type { CommitId } from '../../core/objects/object-id.ts';

/** Something that is whole and stored, and not what it says it is. It can be read, listed and deleted. */
export interface UntrueItem {
  readonly libraryId: LibraryId;
  /** The newest commit that has it. */
  readonly commitId: CommitId;
  /** Empty: it is the commit itself. */
  readonly path: string;
  readonly reason: UntrueReason;
}

/** A library may be full of it; the report only has to say where to look. */
const TOLD_A_LIBRARY = 20;
/** Beyond that it is counted no further. */
const COUNTED_A_LIBRARY = 1_000;

/** What of one library is not true: each path once, however many versions have it. */
export class UntrueContent {
  readonly #libraryId: LibraryId;
  readonly #items: UntrueItem[] = [];
  readonly #known = new Set<string>();

  constructor(libraryId: LibraryId) {
    this.#libraryId = libraryId;
  }

  /** How many there are, 1,000 at most. */
  get count(): number {
    return this.#known.size;
  }

  /** The first of them. */
  get items(): readonly UntrueItem[] {
    return this.#items;
  }

  add(commitId: CommitId, path: string, reason: UntrueReason): void {
    if (this.#known.size >= COUNTED_A_LIBRARY) return;
    const shown = cutText(path, PUSHED_PATH_MAX_BYTES);
    const key = `${reason} ${shown || commitId}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    if (this.#items.length < TOLD_A_LIBRARY)
      this.#items.push({ libraryId: this.#libraryId, commitId, path: shown, reason });
  }
}
