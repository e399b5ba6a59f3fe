import { type FolderEntry, isWithin, joinPath, parentPath } from '../../src-main/core/folder/folder-entry.ts';
import { nameOf } from '../../src-main/core/library/path.ts';
import type { FolderIndex } from '../../src-main/folder/ports.ts';

/** A folder index without a database, for as many small cases as fit in a minute. */
export class MemoryIndex implements FolderIndex {
  readonly rows = new Map<string, FolderEntry>();

  find(_folderKey: number, path: string): FolderEntry | null {
    return this.rows.get(path) ?? null;
  }

  entriesIn(_folderKey: number, dir: string): FolderEntry[] {
    return this.#where((row) => row.dir === dir);
  }

  byInode(_folderKey: number, inode: number): FolderEntry[] {
    return this.#where((row) => row.inode === inode && !row.isDir);
  }

  countFiles(): number {
    return this.#where((row) => !row.isDir).length;
  }

  filesInside(_folderKey: number, dir: string): FolderEntry[] {
    return this.#where((row) => !row.isDir && isWithin(row.dir, dir));
  }

  dirsInside(_folderKey: number, dir: string): FolderEntry[] {
    return this.#where((row) => row.isDir && isWithin(row.dir, dir)).sort((a, b) => (a.dir < b.dir ? -1 : 1));
  }

  apply(_folderKey: number, { moved, removed, put }: Parameters<FolderIndex['apply']>[1]): void {
    for (const { from, to } of moved ?? []) this.#move(from, to);
    for (const { dir, name, isDir } of removed) {
      const path = joinPath(dir, name);
      this.rows.delete(path);
      if (!isDir) continue;
      for (const inside of [...this.rows.keys()]) if (isWithin(inside, path)) this.rows.delete(inside);
    }
    for (const row of put) this.rows.set(joinPath(row.dir, row.name), row);
  }

  clear(): void {
    this.rows.clear();
  }

  #move(from: string, to: string): void {
    for (const [path, row] of [...this.rows]) {
      if (!isWithin(path, from)) continue;
      this.rows.delete(path);
      const target = to + path.slice(from.length);
      this.rows.set(target, { ...row, dir: parentPath(target), name: nameOf(target) });
    }
  }

  #where(test: (row: FolderEntry) => boolean): FolderEntry[] {
    return [...this.rows.values()].filter(test);
  }
}
