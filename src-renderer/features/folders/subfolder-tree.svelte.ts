import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { SubfolderJson } from '../../../src-shared/folder-choices-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import type { Problem } from '../../format/problem.ts';
import type { Removal } from '../../format/removal.ts';

export type Choice = 'kept' | 'left-out' | 'partly';

/** A line of the opened tree: a folder, or a placeholder until its children are loaded. */
export type TreeRow =
  | {
      readonly kind: 'folder';
      readonly folder: SubfolderJson;
      readonly level: number;
      readonly isOpen: boolean;
    }
  | { readonly kind: 'loading' | 'none'; readonly parent: string; readonly level: number }
  | {
      readonly kind: 'failed';
      readonly parent: string;
      readonly level: number;
      readonly problem: Problem;
    };

/** Folders with their file counts, to say what a change affects. */
export interface SubfolderTally {
  readonly folders: number;
  readonly files: number;
  readonly bytes: number;
}

/** The folders right below another, or why they are not known. */
type Children =
  | { readonly folders: readonly SubfolderJson[]; readonly problem: null }
  | { readonly folders: null; readonly problem: Problem };

const NO_FOLDERS: SubfolderTally = { folders: 0, files: 0, bytes: 0 };

function isBelow(path: string, ancestor: string): boolean {
  return ancestor === '' || path.startsWith(`${ancestor}/`);
}

/**
 * Which sub-folders of a linked folder are kept in sync, while the user chooses. Children are fetched when a folder is
 * opened.
 */
export class SubfolderTree {
  readonly #api: Api;
  readonly #folderId: string;
  readonly #before: ReadonlySet<string>;
  readonly #leftOut: SvelteSet<string>;
  readonly #children = new SvelteMap<string, Children>();
  readonly #open = new SvelteSet<string>(['']);
  readonly #known = new Map<string, SubfolderJson>();

  constructor(api: Api, folder: { readonly id: string; readonly excluded: readonly string[] }) {
    this.#api = api;
    this.#folderId = folder.id;
    this.#before = new Set(folder.excluded);
    this.#leftOut = new SvelteSet(folder.excluded);
  }

  /** Paths to leave out, none of them inside another. */
  get leftOut(): string[] {
    return [...this.#leftOut].sort();
  }

  get isChanged(): boolean {
    return this.#leftOut.size !== this.#before.size || this.leftOut.some((path) => !this.#before.has(path));
  }

  /** What would be removed from this computer on saving. */
  get goes(): SubfolderTally {
    return this.#tally(this.leftOut.filter((path) => !this.#wasLeftOut(path)));
  }

  /** Folders that would be removed from this computer on saving, with all that they hold. */
  get removal(): Removal {
    const items = this.leftOut
      .filter((path) => !this.#wasLeftOut(path))
      .map((path) => {
        const { files = 0, bytes = 0 } = this.#known.get(path) ?? {};
        return { path: `/${path}`, isFolder: true, files, bytes };
      });
    const { files, bytes } = this.goes;
    return { files, bytes, items, itemCount: items.length };
  }

  /** What would be added to this computer on saving. */
  get comes(): SubfolderTally {
    return this.#tally([...this.#before].filter((path) => !this.#isLeftOut(path)));
  }

  /** The opened part of the tree, from top to bottom. */
  get rows(): TreeRow[] {
    const rows: TreeRow[] = [];
    this.#addRows(rows, '', 1);
    return rows;
  }

  choiceOf(path: string): Choice {
    if (this.#isLeftOut(path)) return 'left-out';
    return [...this.#leftOut].some((other) => isBelow(other, path)) ? 'partly' : 'kept';
  }

  async load(parent: string): Promise<void> {
    this.#children.delete(parent);
    try {
      const folders = await this.#api.call('GET folders/:folder_id/subfolders/', {
        folder_id: this.#folderId,
        path: parent,
      });
      for (const folder of folders) this.#known.set(folder.path, folder);
      this.#children.set(parent, { folders, problem: null });
    } catch (error) {
      this.#children.set(parent, { folders: null, problem: problemOf(error) });
    }
  }

  open(path: string): void {
    if (this.#open.has(path)) return;
    this.#open.add(path);
    if (!this.#children.get(path)?.folders) void this.load(path);
  }

  close(path: string): void {
    this.#open.delete(path);
  }

  toggleOpen(path: string): void {
    if (this.#open.has(path)) this.close(path);
    else this.open(path);
  }

  /** Leaves a folder out, or includes it with everything in it. */
  toggle(path: string): void {
    if (this.choiceOf(path) === 'kept') {
      this.#leftOut.add(path);
      return;
    }
    this.#include(path);
    for (const other of [...this.#leftOut]) if (isBelow(other, path)) this.#leftOut.delete(other);
  }

  /** Includes a folder inside one that is left out: its siblings stay left out, one by one. */
  #include(path: string): void {
    this.#leftOut.delete(path);
    let above = [...this.#leftOut].find((other) => isBelow(path, other));
    while (above !== undefined && above !== path) {
      this.#leftOut.delete(above);
      const children = this.#childrenOf(above);
      for (const child of children) {
        if (child.path !== path && !isBelow(path, child.path)) this.#leftOut.add(child.path);
      }
      above = children.find((child) => isBelow(path, child.path))?.path;
    }
  }

  #childrenOf(parent: string): readonly SubfolderJson[] {
    return this.#children.get(parent)?.folders ?? [];
  }

  #isLeftOut(path: string): boolean {
    return this.#leftOut.has(path) || [...this.#leftOut].some((other) => isBelow(path, other));
  }

  #wasLeftOut(path: string): boolean {
    return this.#before.has(path) || [...this.#before].some((other) => isBelow(path, other));
  }

  #tally(paths: readonly string[]): SubfolderTally {
    return paths.reduce((sum, path) => {
      const folder = this.#known.get(path);
      return {
        folders: sum.folders + 1,
        files: sum.files + (folder?.files ?? 0),
        bytes: sum.bytes + (folder?.bytes ?? 0),
      };
    }, NO_FOLDERS);
  }

  #addRows(rows: TreeRow[], parent: string, level: number): void {
    const children = this.#children.get(parent);
    if (children === undefined) {
      rows.push({ kind: 'loading', parent, level });
    } else if (children.problem) {
      rows.push({ kind: 'failed', parent, level, problem: children.problem });
    } else if (children.folders.length === 0) {
      rows.push({ kind: 'none', parent, level });
    }
    for (const folder of this.#childrenOf(parent)) {
      const isOpen = this.#open.has(folder.path);
      rows.push({ kind: 'folder', folder, level, isOpen });
      if (isOpen) this.#addRows(rows, folder.path, level + 1);
    }
  }
}
