import { posix } from 'node:path';
import { type Dirent, isPathComponent } from '../../core/objects/dir-object.ts';
import { unwritable } from '../disk/fit-name.ts';
import { FoldedNames } from '../disk/folded-names.ts';

/** What was not written, because its name or path is none on this computer, or is taken by one that the disk takes for the same. A folder stands for all that is in it. */
export interface LeftOut {
  readonly count: number;
  /** Below what was written, the first ones; each begins with `/`. */
  readonly paths: readonly string[];
}

const MOST_NAMED = 100;

/** What decides which names there can be. */
export interface DiskNames {
  /** The computer's own unless given. */
  readonly platform?: NodeJS.Platform;
  /** Whether the disk takes names for the same that differ in letter case or accents. */
  readonly folds?: boolean;
}

/** What systems take as a path at most: bytes on Linux and macOS, units of UTF-16 on Windows. */
const LONGEST_PATHS: Partial<Record<NodeJS.Platform, number>> = { darwin: 1023, win32: 32_000 };
const LONGEST_PATH = 4095;
const LONGEST_NAME = 255;

/**
 * Sorts out what cannot be written. Names come from any user who writes to the library: on Windows some of them are paths that
 * lead elsewhere, or devices.
 */
export class FitForDisk {
  readonly #folders = new Set<string>();
  readonly #paths: string[] = [];
  readonly #platform: NodeJS.Platform;
  readonly #taken: FoldedNames | null;
  #count = 0;

  constructor({ platform = process.platform, folds = false }: DiskNames = {}) {
    this.#platform = platform;
    this.#taken = folds ? new FoldedNames() : null;
  }

  /**
   * Whether an item can be written at `target`. A folder is asked about right before what is in it.
   * @param path below what is written, beginning with `/`
   */
  takes(path: string, { kind, name }: Pick<Dirent, 'kind' | 'name'>, target: string): boolean {
    const isInLeftOut = this.#folders.has(posix.dirname(path));
    const fits = !isInLeftOut && this.#isName(path, name) && this.#isShort(target) && this.#isFree(path);
    if (!fits && kind === 'dir') this.#folders.add(path);
    if (!fits && !isInLeftOut) this.#count += 1;
    if (!fits && !isInLeftOut && this.#paths.length < MOST_NAMED) this.#paths.push(path);
    return fits;
  }

  get leftOut(): LeftOut {
    return { count: this.#count, paths: this.#paths };
  }

  /** Where a backslash is a character like any other, what came with one is written with it. */
  #isName(path: string, name: string): boolean {
    if (this.#platform === 'win32') return unwritable(path.slice(1), name, this.#platform) === null;
    return isPathComponent(name) && Buffer.byteLength(name) <= LONGEST_NAME;
  }

  #isShort(path: string): boolean {
    const length = this.#platform === 'win32' ? path.length : Buffer.byteLength(path);
    return length <= (LONGEST_PATHS[this.#platform] ?? LONGEST_PATH);
  }

  /** Asked last: it remembers the name. */
  #isFree(path: string): boolean {
    return this.#taken?.take(path) ?? true;
  }
}
