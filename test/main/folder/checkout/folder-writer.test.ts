import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { FolderEntry } from '../../../../src-main/core/folder/folder-entry.ts';
import type { FolderIntent } from '../../../../src-main/core/folder/folder-journal.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { FolderWriter } from '../../../../src-main/folder/checkout/folder-writer.ts';
import type { FileSystem } from '../../../../src-main/folder/disk/file-system.ts';
import { createNodeFileSystem } from '../../../../src-main/folder/disk/node-file-system.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'keepfold-writer-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The row of a file or folder as it is now. */
function rowOf(name: string): FolderEntry {
  const { size, mtimeMs, ctimeMs, ino, mode } = lstatSync(join(root, name));
  const isDir = lstatSync(join(root, name)).isDirectory();
  return { dir: '', name, isDir, objectId: EMPTY_ID, sizeBytes: size, mtimeMs, ctimeMs, inode: ino, mode };
}

function intentFor(path: string, old: FolderEntry | null): FolderIntent {
  return { path, tempPath: '.~keepfold-new-1', displaced: '.~keepfold-old-1', old, next: null };
}

function contentOf(text: string) {
  async function* blocks() {
    yield Buffer.from(text);
  }
  return {
    blocks: blocks(),
    sizeBytes: Buffer.byteLength(text),
    mtimeMs: 1_700_000_000_000,
    isExecutable: false,
  };
}

async function replace(
  fileSystem: FileSystem,
  path: string,
  { row, text }: { row: FolderEntry | null; text: string },
) {
  const writer = new FolderWriter(fileSystem);
  const intent = intentFor(path, row);
  const prepared = await writer.prepare(intent, contentOf(text), row);
  return writer.place(intent, prepared, row);
}

/** A file system that lets another program act right before one of its calls. */
function interruptedBefore(call: keyof FileSystem, act: () => void): FileSystem {
  const fileSystem = createNodeFileSystem(root);
  let isDone = false;
  return new Proxy(fileSystem, {
    get: (target, name, receiver) => {
      if (name === call && !isDone) {
        isDone = true;
        act();
      }
      return Reflect.get(target, name, receiver);
    },
  });
}

describe('replacing a file', () => {
  it('puts the new content in its place with its time, and leaves nothing beside it', async () => {
    write('a.txt', 'old');
    const result = await replace(createNodeFileSystem(root), 'a.txt', { row: rowOf('a.txt'), text: 'new' });
    expect(result).toMatchObject({ kind: 'done', stat: { sizeBytes: 3, mtimeMs: 1_700_000_000_000 } });
    expect(read('a.txt')).toBe('new');
    expect(readdirSync(root)).toEqual(['a.txt']);
  });

  it('leaves a file alone that is not the agreed one', async () => {
    write('a.txt', 'old');
    const row = rowOf('a.txt');
    write('a.txt', 'edited');
    expect(await replace(createNodeFileSystem(root), 'a.txt', { row, text: 'new' })).toEqual({
      kind: 'unexpected',
    });
    expect(read('a.txt')).toBe('edited');
    expect(readdirSync(root)).toEqual(['a.txt']);
  });

  it('leaves a file alone where nothing was expected', async () => {
    write('a.txt', 'mine');
    expect(await replace(createNodeFileSystem(root), 'a.txt', { row: null, text: 'new' })).toEqual({
      kind: 'unexpected',
    });
    expect(read('a.txt')).toBe('mine');
  });

  it('gives back a file that was saved between the last check and the rename', async () => {
    write('a.txt', 'old');
    const row = rowOf('a.txt');
    const fileSystem = interruptedBefore('rename', () => write('a.txt', 'saved just now'));
    expect(await replace(fileSystem, 'a.txt', { row, text: 'new' })).toEqual({ kind: 'unexpected' });
    expect(read('a.txt')).toBe('saved just now');
    expect(readdirSync(root)).toEqual(['a.txt']);
  });

  it('lets a file win that took the name while the old one was displaced', async () => {
    write('a.txt', 'old');
    const row = rowOf('a.txt');
    const fileSystem = interruptedBefore('link', () => write('a.txt', 'quick'));
    expect(await replace(fileSystem, 'a.txt', { row, text: 'new' })).toEqual({ kind: 'unexpected' });
    expect(read('a.txt')).toBe('quick');
    expect(readdirSync(root)).toEqual(['a.txt']);
  });

  it('writes a file again that is gone from disk', async () => {
    write('a.txt', 'old');
    const row = rowOf('a.txt');
    rmSync(join(root, 'a.txt'));
    expect(await replace(createNodeFileSystem(root), 'a.txt', { row, text: 'new' })).toMatchObject({
      kind: 'done',
    });
    expect(read('a.txt')).toBe('new');
  });

  it('refuses content of another length than the library says', async () => {
    const writer = new FolderWriter(createNodeFileSystem(root));
    const content = { ...contentOf('short'), sizeBytes: 50 };
    await expect(writer.prepare(intentFor('a.txt', null), content, null)).rejects.toThrow(
      'the library says 50 bytes, but its content has 5',
    );
  });
});

describe('removing', () => {
  it('takes the agreed file away and no other', async () => {
    write('a.txt', 'old');
    write('b.txt', 'old');
    const writer = new FolderWriter(createNodeFileSystem(root));
    const [a, b] = [rowOf('a.txt'), rowOf('b.txt')];
    write('b.txt', 'edited');
    expect((await writer.remove(intentFor('a.txt', a), a)).kind).toBe('done');
    expect((await writer.remove(intentFor('b.txt', b), b)).kind).toBe('unexpected');
    expect(readdirSync(root)).toEqual(['b.txt']);
  });

  it('keeps a folder that holds anything', async () => {
    mkdirSync(join(root, 'd'));
    write('d/x', '1');
    const writer = new FolderWriter(createNodeFileSystem(root));
    expect(await writer.removeFolder('d')).toBe('unexpected');
    rmSync(join(root, 'd/x'));
    expect(await writer.removeFolder('d')).toBe('removed');
    expect(await writer.removeFolder('d')).toBe('removed');
  });
});

describe('moving', () => {
  it('never replaces what has the new name', async () => {
    write('a.txt', 'a');
    write('b.txt', 'b');
    const writer = new FolderWriter(createNodeFileSystem(root));
    const row = rowOf('a.txt');
    expect(await writer.moveFile(intentFor('b.txt', row), row)).toEqual({ kind: 'unexpected' });
    expect([read('a.txt'), read('b.txt')]).toEqual(['a', 'b']);
  });

  it('takes the old name away when the new one is a second name of the same file', async () => {
    write('a.txt', 'a');
    linkSync(join(root, 'a.txt'), join(root, 'b.txt'));
    const writer = new FolderWriter(createNodeFileSystem(root));
    const row = rowOf('a.txt');
    expect((await writer.moveFile(intentFor('b.txt', row), row)).kind).toBe('done');
    expect(readdirSync(root)).toEqual(['b.txt']);
  });
});

describe('moving a file that somebody saves at the same moment', () => {
  it('leaves what was saved at its place', async () => {
    write('a.txt', 'old');
    const row = rowOf('a.txt');
    const saveByRename = () => {
      write('a.txt.new', 'saved just now');
      renameSync(join(root, 'a.txt.new'), join(root, 'a.txt'));
    };
    const writer = new FolderWriter(interruptedBefore('rename', saveByRename));
    expect(await writer.moveFile(intentFor('b.txt', row), row)).toEqual({ kind: 'unexpected' });
    expect(readdirSync(root)).toEqual(['a.txt']);
    expect(read('a.txt')).toBe('saved just now');
  });
});

describe('what a crash left', () => {
  it('a file that is displaced comes back to its place, and unfinished content goes', async () => {
    write('.~keepfold-old-1', 'old');
    write('.~keepfold-new-1', 'half');
    await new FolderWriter(createNodeFileSystem(root)).finish(intentFor('a.txt', null), 'ann@example.com');
    expect(readdirSync(root)).toEqual(['a.txt']);
    expect(read('a.txt')).toBe('old');
  });

  it('a file that is displaced goes when it is the agreed one and another has its place', async () => {
    write('a.txt', 'old');
    const row = rowOf('a.txt');
    renameSync(join(root, 'a.txt'), join(root, '.~keepfold-old-1'));
    write('a.txt', 'new');
    await new FolderWriter(createNodeFileSystem(root)).finish(intentFor('a.txt', row), 'ann@example.com');
    expect(readdirSync(root)).toEqual(['a.txt']);
    expect(read('a.txt')).toBe('new');
  });

  it('unknown content that is displaced gets a conflict name when its place is taken', async () => {
    write('.~keepfold-old-1', 'unknown');
    write('a.txt', 'new');
    await new FolderWriter(createNodeFileSystem(root)).finish(intentFor('a.txt', null), 'ann@example.com');
    const [copy, file] = readdirSync(root);
    expect(copy).toMatch(/^a \(SFConflict ann@example\.com .*\)\.txt$/);
    expect(file).toBe('a.txt');
    expect(read(copy ?? '')).toBe('unknown');
    expect(existsSync(join(root, '.~keepfold-old-1'))).toBe(false);
  });
});
