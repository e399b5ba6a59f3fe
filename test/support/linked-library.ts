import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix, relative, sep } from 'node:path';
import { afterAll, vi } from 'vitest';
import { MARKER_FILE } from '../../src-main/folder/disk/own-files.ts';
import type { FoldersJson, LinkedFolderJson } from '../../src-shared/folders-api.ts';
import { isDesktopService } from './desktop-service.ts';
import type { TestApp } from './running-app.ts';
import { uploadCalls } from './uploads.ts';

/** Loaded machines take seconds where idle ones take milliseconds, and more for a service in another process. */
const DEADLINE_MS = isDesktopService ? 60_000 : 25_000;
const POLL_MS = 20;

// The deadline above has to come first: it says what was missing.
vi.setConfig({ testTimeout: 2 * DEADLINE_MS, hookTimeout: 2 * DEADLINE_MS });

/** Paths relative to the folder, with `/`; null removes. */
export type FolderChange = Readonly<Record<string, string | Uint8Array | null>>;

export interface LinkedLibrary {
  readonly libraryId: string;
  readonly folderId: string;
  /** Absolute path of the folder whose content the library takes in. */
  readonly folder: string;
  /** Changes files in the folder, and returns when the library holds the bytes the folder does. */
  change(files: FolderChange): Promise<void>;
}

export interface LinkedLibraryRequest {
  /** Name of the new library that the administrator will own. */
  readonly name: string;
  readonly files?: FolderChange;
  /** When every file says it was written; absent: now. */
  readonly mtimeSeconds?: number;
}

/**
 * Puts file content into libraries the way users do: from folders on disk. Folders live until the tests of the file
 * are over.
 */
export function useLinkedLibraries(
  app: () => TestApp,
): (request: LinkedLibraryRequest) => Promise<LinkedLibrary> {
  const folders: string[] = [];
  const { upload } = uploadCalls(app);
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));
  return async ({ name, files = {}, mtimeSeconds }) => {
    const folder = await mkdtemp(join(tmpdir(), 'keepfold-linked-'));
    folders.push(folder);
    await writeAll(folder, files);
    if (mtimeSeconds !== undefined) await dateAll(folder, Object.keys(files), mtimeSeconds);
    const token = app().adminToken;
    const json = { path: folder, name };
    const answer = await app().call('POST', '/api/local/v1/folders/', { token, json });
    if (answer.status !== 200) throw new Error(`the folder was not linked: ${answer.text}`);
    const { id: folderId, library_id: libraryId } = answer.json as LinkedFolderJson;
    const linked = { libraryId, folderId, folder };
    await untilTakenIn(app(), linked);
    for (const [path, content] of Object.entries(files)) {
      if (content === null || hasRoomFor(path)) continue;
      // Forms write quotes in names otherwise: a call that renames takes them as they are.
      const parent = posix.join('/', dirname(path));
      await upload(token, libraryId, { folder: parent, files: [['unnamed', Buffer.from(content)]] });
      const query = `?p=${encodeURIComponent(posix.join(parent, 'unnamed'))}`;
      const form = { operation: 'rename', newname: basename(path) };
      const renamed = await app().call('POST', `/api2/repos/${libraryId}/file/${query}`, { token, form });
      if (renamed.status >= 400) throw new Error(`the file was not renamed: ${renamed.text}`);
    }
    return {
      ...linked,
      change: async (changed) => {
        await writeAll(folder, changed);
        await untilTakenIn(app(), linked);
      },
    };
  };
}

/** Windows has no file of such a name: it comes into the library from elsewhere. */
function hasRoomFor(path: string): boolean {
  return process.platform !== 'win32' || !/[<>:"|?*\p{Cc}]/u.test(path);
}

async function writeAll(folder: string, files: FolderChange): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path);
    if (content === null) {
      await rm(target, { recursive: true });
      continue;
    }
    await mkdir(dirname(target), { recursive: true });
    if (hasRoomFor(path)) await writeFile(target, content);
  }
}

async function dateAll(folder: string, paths: readonly string[], mtimeSeconds: number): Promise<void> {
  for (const path of paths.filter(hasRoomFor)) await utimes(join(folder, path), mtimeSeconds, mtimeSeconds);
}

async function untilTakenIn(app: TestApp, linked: Omit<LinkedLibrary, 'change'>): Promise<void> {
  const wanted = await contentOnDisk(linked.folder);
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const folder = await stateOf(app, linked.folderId);
    const isSettled = folder?.state === 'idle' && folder.pending === 0;
    const held = isSettled ? await contentOf(app, linked.libraryId, '/') : null;
    if (held !== null && isSame(held, wanted)) return;
    if (Date.now() > deadline) {
      const seen = JSON.stringify({ folder, held: [...(held?.keys() ?? [])] });
      throw new Error(`the library never held what the folder does: ${seen}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function stateOf(app: TestApp, folderId: string): Promise<LinkedFolderJson | undefined> {
  const { json } = await app.call('GET', '/api/local/v1/folders/', { token: app.adminToken });
  return (json as FoldersJson).folders.find(({ id }) => id === folderId);
}

type Content = ReadonlyMap<string, string>;

function isSame(held: Content, wanted: Content): boolean {
  return held.size === wanted.size && [...held].every(([path, bytes]) => wanted.get(path) === bytes);
}

/** Paths of files with their bytes, one character a byte. */
async function contentOnDisk(folder: string): Promise<Content> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const kept = entries.filter((entry) => entry.isFile() && entry.name !== MARKER_FILE);
  const files = kept.map((entry) => join(entry.parentPath, entry.name));
  const contents = files.map(async (file): Promise<[string, string]> => {
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    return [path, (await readFile(file)).toString('latin1')];
  });
  return new Map(await Promise.all(contents));
}

async function contentOf(app: TestApp, libraryId: string, parent: string): Promise<Content> {
  const token = app.adminToken;
  const base = `/api/v2.1/admin/libraries/${libraryId}`;
  const listing = await app.call('GET', `${base}/dirents/?parent_dir=${encodeURIComponent(parent)}`, {
    token,
  });
  const rows = (listing.json as { dirent_list: { obj_name: string; is_file: boolean }[] }).dirent_list;
  const found = new Map<string, string>();
  for (const { obj_name: name, is_file: isFile } of rows) {
    const path = `${parent}${name}`;
    if (!isFile) {
      for (const [inside, bytes] of await contentOf(app, libraryId, `${path}/`)) found.set(inside, bytes);
      continue;
    }
    const link = await app.call('GET', `${base}/dirent/?dl=1&path=${encodeURIComponent(path)}`, { token });
    const file = await fetch((link.json as { download_url: string }).download_url);
    found.set(path, Buffer.from(await file.arrayBuffer()).toString('latin1'));
  }
  return found;
}
