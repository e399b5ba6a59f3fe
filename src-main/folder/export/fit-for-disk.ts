import { posix } from 'node:path';
import { type Dirent, isPathComponent } from '../../core/objects/dir-object.ts';
import { unwritable } from '../disk/fit-name.ts';
import { FoldedNames } from '../disk/folded-names.ts';

/**
 * Items that were not written, because this disk cannot hold their name or path, or treats the name as that of a
 * neighbour. A folder stands for all its contents.
 */
export interface LeftOut {
  readonly count: number;
  /** The first of their paths, relative to what was written; each begins with `/`. */
  readonly paths: readonly string[];
}

const MOST_NAMED = 100;

/** What decides which names are possible. */
export interface DiskNames {
  /** The computer's own unless given. */
  readonly platform?: NodeJS.Platform;
  /** Whether the disk treats names as the same that differ in letter case or accents. */
  readonly folds?: boolean;
}

/** Longest paths of systems: bytes on Linux and macOS, UTF-16 units on Windows. */
const LONGEST_PATHS: Partial<Record<NodeJS.Platform, number>> = { darwin: 1023, win32: 32_000 };
const LONGEST_PATH = 4095;
const LONGEST_NAME = 255;

/**
 * Finds items that cannot be written. Any user who may write to the library chooses names: on Windows, some are paths
 * that lead elsewhere, or devices.
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
   * Whether an item can be written at `target`. A folder has to be asked about right before its contents.
   * @param path relative to what is written, beginning with `/`
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

  /** Where a backslash is an ordinary character, names with one are written as they are. */
  #isName(path: string, name: string): boolean {
    if (this.#platform === 'win32') return unwritable(path.slice(1), name, this.#platform) === null;
    return isPathComponent(name) && Buffer.byteLength(name) <= LONGEST_NAME;
  }

  #isShort(path: string): boolean {
    const length = this.#platform === 'win32' ? path.length : Buffer.byteLength(path);
    return length <= (LONGEST_PATHS[this.#platform] ?? LONGEST_PATH);
  }

  /** Called last, because it remembers the name. */
  #isFree(path: string): boolean {
    return this.#taken?.take(path) ?? true;
  }
}
