import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FolderProblemJson, LinkedFolderJson } from '../../src-shared/folders-api.ts';
import { removeFolder, type ServerOnWindows } from './server-on-windows.ts';
import { eventually, until } from './until.ts';
import { onThisMachine } from './windows-program.ts';

/** The file by which a linked folder is known again. */
const MARK = '.keepfold-folder';

interface ListedItem {
  readonly parent_dir: string;
  readonly name: string;
  readonly type: 'file' | 'dir';
}

/** What is linked with what. */
export interface FolderOptions {
  /** What is in the folder, by relative paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** Absent: a new one. */
  readonly library?: string;
  /** The new library is an encrypted one with this password, which is remembered. */
  readonly password?: string;
}

/** A folder on drive C: that is linked to a library, looked at from both sides. */
export class FolderOnWindows {
  readonly id: string;
  readonly libraryId: string;
  /** As Windows spells it. */
  readonly path: string;
  readonly #server: ServerOnWindows;
  #marks = 0;

  private constructor(server: ServerOnWindows, linked: Pick<FolderOnWindows, 'id' | 'libraryId' | 'path'>) {
    this.#server = server;
    this.id = linked.id;
    this.libraryId = linked.libraryId;
    this.path = linked.path;
  }

  /** Links a new folder, with these files in it, to a new library or to the one that is named. */
  static async link(
    server: ServerOnWindows,
    path: string,
    { files = {}, ...options }: FolderOptions = {},
  ): Promise<FolderOnWindows> {
    removeFolder(path);
    mkdirSync(onThisMachine(path), { recursive: true });
    for (const [name, text] of Object.entries(files)) write(onThisMachine(`${path}\\${name}`), text);
    const encryption = options.password === undefined ? {} : { encrypt: true, remember: true };
    const asked = { path, ...options, ...encryption };
    const linked = await server.client.call('POST folders/', asked);
    const folder = new FolderOnWindows(server, { id: linked.id, libraryId: linked.library_id, path });
    await folder.untilIdle();
    return folder;
  }

  /** The same folder of the same library, once another server goes on with it. */
  servedBy(server: ServerOnWindows): FolderOnWindows {
    return new FolderOnWindows(server, this);
  }

  /** How Windows calls an item of the folder. */
  item(path: string): string {
    return `${this.path}\\${path.replaceAll('/', '\\')}`;
  }

  /** Writes a file past Windows, which sees it happen all the same. */
  write(path: string, text: string): void {
    write(onThisMachine(this.item(path)), text);
  }

  read(path: string): string {
    return readFileSync(onThisMachine(this.item(path)), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(onThisMachine(this.item(path)));
  }

  /** Names in a folder, sorted, without the mark that a linked folder carries. */
  names(path = ''): string[] {
    const names = readdirSync(onThisMachine(this.item(path)));
    return names.filter((name) => name !== MARK).sort();
  }

  async state(): Promise<LinkedFolderJson> {
    const { folders } = await this.#server.client.call('GET folders/');
    const own = folders.find(({ id }) => id === this.id);
    if (own === undefined) throw new Error(`${this.path} is not linked`);
    return own;
  }

  /** What it says that it cannot do with one item. */
  async problemsOf(path: string): Promise<string[]> {
    return (await this.#problems()).filter((problem) => problem.path === path).map(({ message }) => message);
  }

  async #problems(): Promise<FolderProblemJson[]> {
    return (await this.state()).problems;
  }

  /** Waits until nothing is left to do. */
  untilIdle(): Promise<LinkedFolderJson> {
    return until(`${this.path} is idle`, async () => {
      const state = await this.state();
      return state.state === 'idle' && state.pending === 0 ? state : undefined;
    });
  }

  /** Has all of the folder looked at, and waits until that is done. */
  async lookedAt(): Promise<void> {
    await this.rescan();
    await this.caughtUp();
  }

  /** Has all of the folder looked at. */
  async rescan(): Promise<void> {
    await this.#server.client.call('POST folders/:folder_id/rescan/', { folder_id: this.id });
  }

  /** Waits until what has happened so far is in the library, which a file that is written now tells. */
  async caughtUp(): Promise<void> {
    this.#marks += 1;
    const mark = `mark ${this.#marks}.txt`;
    this.write(mark, mark);
    await eventually(() => this.library()).toContain(`/${mark}`);
    await eventually(async () => (await this.state()).state).toBe('idle');
  }

  /** Every item of the library, sorted: `/sub/` and `/sub/two.txt`. */
  async library(): Promise<string[]> {
    const items = JSON.parse(
      await this.#server.call('GET', `/api2/repos/${this.libraryId}/dir/?p=/&recursive=1`),
    ) as ListedItem[];
    return items
      .map(
        ({ parent_dir, name, type }) =>
          `${parent_dir.replace(/\/?$/, '/')}${name}${type === 'dir' ? '/' : ''}`,
      )
      .sort();
  }

  /** The items of the library that match, sorted. */
  async inLibrary(pattern: RegExp): Promise<string[]> {
    return (await this.library()).filter((path) => pattern.test(path));
  }

  /** The text of a file in the library; null when there is none. */
  async textInLibrary(path: string): Promise<string | null> {
    if (!(await this.library()).includes(path)) return null;
    const asked = `/api2/repos/${this.libraryId}/file/?p=${encodeURIComponent(path)}`;
    const response = await fetch(JSON.parse(await this.#server.call('GET', asked)) as string);
    return response.ok ? response.text() : null;
  }

  /** Puts a file into the library, in the place of one that has its name. */
  async upload(path: string, content: string | Uint8Array<ArrayBuffer>): Promise<void> {
    const [folder, name] = split(path);
    const asked = `/api2/repos/${this.libraryId}/upload-link/?p=${encodeURIComponent(folder)}`;
    const body = new FormData();
    body.set('parent_dir', folder);
    body.set('replace', '1');
    body.set('file', new Blob([content]), name);
    await this.#server.call('POST', JSON.parse(await this.#server.call('GET', asked)) as string, body);
  }

  makeFolderInLibrary(path: string): Promise<string> {
    return this.#operate('dir', path, { operation: 'mkdir' });
  }

  /** An empty file. */
  makeFileInLibrary(path: string): Promise<string> {
    return this.#operate('file', path, { operation: 'create' });
  }

  renameInLibrary(kind: 'file' | 'dir', path: string, newname: string): Promise<string> {
    return this.#operate(kind, path, { operation: 'rename', newname });
  }

  removeFromLibrary(path: string): Promise<string> {
    return this.#server.call('DELETE', this.#address('file', path));
  }

  #operate(kind: 'file' | 'dir', path: string, fields: Record<string, string>): Promise<string> {
    return this.#server.call('POST', this.#address(kind, path), new URLSearchParams(fields));
  }

  #address(kind: 'file' | 'dir', path: string): string {
    return `/api2/repos/${this.libraryId}/${kind}/?p=${encodeURIComponent(path)}`;
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function split(path: string): [folder: string, name: string] {
  const at = path.lastIndexOf('/');
  return [path.slice(0, at) || '/', path.slice(at + 1)];
}
