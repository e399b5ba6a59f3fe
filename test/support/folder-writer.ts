import { hash } from 'node:crypto';
import {
  appendFileSync,
  type Dirent,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { encodeFile } from '../../src-main/core/objects/file-object.ts';
import type { ObjectId } from '../../src-main/core/objects/object-id.ts';
import type { SeededNumbers } from './seeded-numbers.ts';

const FEWEST_FILES = 20;
const MOST_FILES = 50;
/**
 * Files that are edited and never moved or deleted: so many that what else is moved and deleted while the server is
 * down is never taken for a mass deletion, which would wait for a person.
 */
const KEPT_FILES = 120;
const KEPT_DIR = 'kept';
const MOST_DIRS = 12;
/** Beyond it a file is begun anew rather than appended to. */
const LONG_BYTES = 4_000;
/** A block of its own on disk, and still one block. */
const LARGE_BYTES = 1_200_000;

/** Id of the file object of content that is a single block. */
export function fileIdOf(content: Uint8Array): ObjectId {
  const blockIds = content.length === 0 ? [] : [hash('sha1', content, 'hex') as ObjectId];
  return encodeFile({ blockIds, sizeBytes: content.length }).id;
}

/** A person who edits in a linked folder without rest. Every content is told before it is written, and is unique. */
export class FolderWriter {
  readonly #root: string;
  readonly #random: SeededNumbers;
  readonly #onContent: (id: ObjectId, content: Buffer) => void;
  #tokens = 0;
  #steps = 0;

  constructor(root: string, random: SeededNumbers, onContent: (id: ObjectId, content: Buffer) => void) {
    this.#root = root;
    this.#random = random;
    this.#onContent = onContent;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Makes the files that stay. */
  begin(): void {
    mkdirSync(join(this.#root, KEPT_DIR));
    for (let number = 0; number < KEPT_FILES; number += 1)
      this.#write(join(this.#root, KEPT_DIR, `kept-${number}`), this.#content());
  }

  /** One edit. If something is gone because another writer removed it, that is no reason to fail. */
  step(): void {
    this.#steps += 1;
    const files = this.#list('file');
    const dirs = ['', ...this.#list('dir')];
    try {
      if (files.length < FEWEST_FILES) this.#create(dirs);
      else this.#edit(files, dirs);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ENOTEMPTY') throw error;
    }
  }

  #edit(files: readonly string[], dirs: readonly string[]): void {
    const path = join(this.#root, this.#random.pick(files));
    const kept = join(this.#root, KEPT_DIR, `kept-${this.#random.below(KEPT_FILES)}`);
    const edited = this.#random.chance(0.5) ? path : kept;
    const draw = this.#random.below(100);
    if (draw < 20 && files.length < MOST_FILES) this.#create(dirs);
    else if (draw < 45) this.#write(edited, this.#content());
    else if (draw < 62) this.#append(edited);
    else if (draw < 67) this.#rewriteUnseen(edited);
    else this.#rearrange(path, dirs);
  }

  #rearrange(path: string, dirs: readonly string[]): void {
    const draw = this.#random.below(33);
    if (draw < 11) renameSync(path, this.#newPath(dirs, 'moved'));
    else if (draw < 19) rmSync(path);
    else if (draw < 26 && dirs.length < MOST_DIRS) mkdirSync(this.#newPath(dirs, 'dir'));
    else if (draw < 30 && dirs.length > 2) this.#moveDir(dirs);
    else this.#removeEmptyDir(dirs);
  }

  #create(dirs: readonly string[]): void {
    this.#write(this.#newPath(dirs, 'file'), this.#content());
  }

  #content(): Buffer {
    const isLarge = this.#random.chance(1 / 150);
    const token = this.#token();
    return isLarge ? Buffer.alloc(LARGE_BYTES, token) : Buffer.from(token.repeat(1 + this.#random.below(20)));
  }

  #token(): string {
    this.#tokens += 1;
    return `token ${this.#tokens} of ${this.#random.below(2 ** 31)}\n`;
  }

  #write(path: string, content: Buffer): void {
    this.#onContent(fileIdOf(content), content);
    writeFileSync(path, content);
  }

  #append(path: string): void {
    const before = readFileSync(path);
    if (before.length > LONG_BYTES) {
      this.#write(path, this.#content());
      return;
    }
    const added = Buffer.from(this.#token());
    const content = Buffer.concat([before, added]);
    this.#onContent(fileIdOf(content), content);
    appendFileSync(path, added);
  }

  /** Another content of the same length, with the same time of change. */
  #rewriteUnseen(path: string): void {
    const { size, atime, mtime } = statSync(path);
    if (size > LONG_BYTES) return;
    const content = Buffer.alloc(size, this.#token());
    this.#write(path, content);
    utimesSync(path, atime, mtime);
  }

  #moveDir(dirs: readonly string[]): void {
    const moved = this.#random.pick(dirs.slice(1));
    const elsewhere = dirs.filter((dir) => dir !== moved && !dir.startsWith(`${moved}/`));
    renameSync(join(this.#root, moved), this.#newPath(elsewhere, 'dir'));
  }

  #removeEmptyDir(dirs: readonly string[]): void {
    const empty = dirs.slice(1).find((dir) => readdirSync(join(this.#root, dir)).length === 0);
    if (empty !== undefined) rmSync(join(this.#root, empty), { recursive: true });
  }

  #newPath(dirs: readonly string[], kind: string): string {
    return join(this.#root, this.#random.pick(dirs), `${kind}-${this.#steps}`);
  }

  #list(kind: 'file' | 'dir'): string[] {
    return listBelow(this.#root, kind).filter((path) => !path.startsWith(KEPT_DIR));
  }
}

/** Relative paths of all files, or all folders, below a folder, sorted. Hidden ones are left out. */
export function listBelow(root: string, kind: 'file' | 'dir'): string[] {
  return entriesBelow(root)
    .filter((entry) => (kind === 'file' ? entry.isFile() : entry.isDirectory()))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.split('/').some((name) => name.startsWith('.')))
    .sort();
}

/** Repeated while folders disappear as they are being listed. */
function entriesBelow(root: string): Dirent[] {
  for (;;) {
    try {
      return readdirSync(root, { recursive: true, withFileTypes: true });
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isGone || !existsSync(root)) throw error;
    }
  }
}
