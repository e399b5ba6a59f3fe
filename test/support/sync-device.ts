import { deflateSync } from 'node:zlib';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { type Commit, commitIdOf, encodeCommit } from '../../src-main/core/objects/commit.ts';
import { DIR_MODE, type Dirent, encodeDir, FILE_MODE } from '../../src-main/core/objects/dir-object.ts';
import { encodeFile } from '../../src-main/core/objects/file-object.ts';
import { type CommitId, EMPTY_ID, type ObjectId, objectIdOf } from '../../src-main/core/objects/object-id.ts';

/** A tree to push: contents of files by name, and folders. */
export interface PushedFiles {
  readonly [name: string]: string | PushedFiles;
}

export interface SyncAnswer {
  readonly status: number;
  readonly text: string;
  readonly bytes: Buffer;
}

export type AskSync = (
  method: string,
  path: string,
  body?: Uint8Array | string,
  headers?: Readonly<Record<string, string>>,
) => Promise<SyncAnswer>;

/** All that has to be on the server before a commit can become the head. */
export interface BuiltTree {
  readonly rootId: ObjectId;
  readonly fs: ReadonlyMap<ObjectId, Buffer>;
  readonly blocks: ReadonlyMap<ObjectId, Buffer>;
}

const MTIME = 1_700_000_000;
const DEVICE_ID = 'd'.repeat(40);

/** Requests as clients send them: every body is called a form. */
export function syncAsker(origin: string, token: string | null): AskSync {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${origin}/seafhttp${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { 'Seafile-Repo-Token': token }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, text: bytes.toString(), bytes };
  };
}

export type SyncDevice = ReturnType<typeof syncDevice>;

/** For devices that make commits and bring them past the server. */
export const noRequests: AskSync = async () => {
  throw new Error('this device asks no server');
};

/** A device that speaks the sync protocol by hand about one library. */
export function syncDevice(ask: AskSync, libraryId: LibraryId, email: string) {
  const repo = (path: string) => `/repo/${libraryId}${path}`;
  let made = 0;

  async function head(): Promise<CommitId> {
    const { text } = await ask('GET', repo('/commit/HEAD'));
    return (JSON.parse(text) as { head_commit_id: CommitId }).head_commit_id;
  }

  /** The next commit of the device; its words make it unlike every other. */
  function commitOf(rootId: ObjectId, parentId: CommitId | null, changes: Partial<Commit> = {}): Commit {
    made += 1;
    const commit = {
      libraryId,
      rootId,
      parentId,
      secondParentId: null,
      authorEmail: email,
      creator: DEVICE_ID,
      description: `Push ${made} of ${email}`,
      ctimeSeconds: MTIME,
      libraryName: 'Papers',
      libraryDescription: '',
      deviceName: 'laptop',
      clientVersion: '8.0.10',
      encryption: null,
      isMerge: false,
      hasConflict: false,
      ...changes,
    };
    return { ...commit, id: changes.id ?? commitIdOf(commit) };
  }

  const putCommit = (commit: Commit) => ask('PUT', repo(`/commit/${commit.id}`), encodeCommit(commit));
  const putHead = (id: string) => ask('PUT', repo(`/commit/HEAD/?head=${id}`));

  async function bring({ fs, blocks }: Pick<BuiltTree, 'fs' | 'blocks'>): Promise<void> {
    if (fs.size > 0) await ask('POST', repo('/recv-fs/'), packOf(fs));
    for (const [id, bytes] of blocks) await ask('PUT', repo(`/block/${id}`), bytes);
  }

  return {
    ask: (method: string, path: string, body?: Uint8Array | string) => ask(method, repo(path), body),
    head,
    commitOf,
    putCommit,
    putHead,
    bring,
    /** Brings everything and asks for the head to move. */
    async push(files: PushedFiles, parentId: CommitId, changes: Partial<Commit> = {}) {
      const tree = builtTree(files, email);
      await bring(tree);
      const commit = commitOf(tree.rootId, parentId, changes);
      await putCommit(commit);
      return { commit, answer: await putHead(commit.id) };
    },
  };
}

/**
 * The objects of a tree, as a client makes them.
 * @param filledBytes how much of each text is there only because it is encrypted
 */
export function builtTree(files: PushedFiles, modifier: string, filledBytes = 0): BuiltTree {
  const fs = new Map<ObjectId, Buffer>();
  const blocks = new Map<ObjectId, Buffer>();
  const dirOf = (content: PushedFiles): ObjectId => {
    const dirents = Object.entries(content).map(([name, value]): Dirent => {
      if (typeof value !== 'string')
        return { kind: 'dir', name, id: dirOf(value), mode: DIR_MODE, mtimeSeconds: MTIME };
      const bytes = Buffer.from(value);
      const sizeBytes = Math.max(0, bytes.length - filledBytes);
      const file = encodeFile({ blockIds: [objectIdOf(bytes)], sizeBytes });
      if (bytes.length > 0) {
        fs.set(file.id, file.bytes);
        blocks.set(objectIdOf(bytes), bytes);
      }
      const row = { mode: FILE_MODE, mtimeSeconds: MTIME, sizeBytes, modifier };
      return { kind: 'file', name, id: file.id, ...row };
    });
    const dir = encodeDir(dirents);
    if (dir.id !== EMPTY_ID) fs.set(dir.id, dir.bytes);
    return dir.id;
  };
  return { rootId: dirOf(files), fs, blocks };
}

/** Records as clients send them: id, length and deflated text, one after the other. */
export function packOf(objects: Iterable<readonly [string, Uint8Array]>): Buffer {
  return Buffer.concat(
    [...objects].map(([id, bytes]) => {
      const text = deflateSync(bytes);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(text.length);
      return Buffer.concat([Buffer.from(id), length, text]);
    }),
  );
}
