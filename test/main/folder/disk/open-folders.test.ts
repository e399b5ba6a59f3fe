import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FsReader } from '../../../../src-main/folder/disk/file-system.ts';
import { createNodeFsReader } from '../../../../src-main/folder/disk/node-fs-reader.ts';
import { NamedFolders, OpenFolders } from '../../../../src-main/folder/disk/open-folders.ts';
import { createIgnoreMatcher } from '../../../../src-main/folder/ignore/ignore.ts';
import { listFolder } from '../../../../src-main/folder/scan/list-folder.ts';
import { scanInside } from '../../../../src-main/folder/scan/scan-inside.ts';

const NOTHING_IGNORED = createIgnoreMatcher('', '', []);

/** A folder `root/a/b` with files of its own, and `outside/b` with foreign ones under the same and other names. */
function place() {
  const base = mkdtempSync(join(tmpdir(), 'keepfold-reader-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [root, outside] = [join(base, 'root'), join(base, 'outside')];
  mkdirSync(join(root, 'a/b/c'), { recursive: true });
  writeFileSync(join(root, 'a/b/x'), 'own');
  writeFileSync(join(root, 'a/b/c/y'), 'own');
  cpSync(join(root, 'a'), outside, { recursive: true });
  for (const dir of ['b', 'b/c']) writeFileSync(join(outside, dir, 'foreign'), 'foreign');
  untilTimesMove(root, join(base, 'clock'));
  return {
    root,
    exchange: () => {
      renameSync(join(root, 'a'), join(base, 'kept'));
      symlinkSync(outside, join(root, 'a'));
    },
    exchangeBack: () => {
      rmSync(join(root, 'a'));
      renameSync(join(base, 'kept'), join(root, 'a'));
    },
  };
}

/** What happens next has another time than the last change of `path`; some systems tell times of four milliseconds only. */
function untilTimesMove(path: string, probe: string): void {
  const { ctimeMs } = lstatSync(path);
  do writeFileSync(probe, 'x');
  while (lstatSync(probe).ctimeMs <= ctimeMs);
}

/** Does something right before one of the calls that a scan makes. */
function lyingInWait(reader: FsReader, ambush: ReadonlyMap<number, () => void>) {
  let calls = 0;
  const before = <T>(call: () => T): T => {
    ambush.get(calls++)?.();
    return call();
  };
  const waiting: FsReader = {
    lstat: (path) => before(() => reader.lstat(path)),
    open: (path) => before(() => reader.open(path)),
    openFolder: (path) =>
      before(() => {
        const folder = reader.openFolder(path);
        return {
          stat: folder.stat,
          names: () => before(() => folder.names()),
          lstat: (name) => before(() => folder.lstat(name)),
          isInPlace: () => before(() => folder.isInPlace()),
        };
      }),
  };
  return { waiting, calls: () => calls };
}

/** For folders that nobody has touched for a while. */
const later = () => Date.now() + 60_000;

const WAYS = [
  ['through open folders', (root: string) => new OpenFolders(root)],
  ['through open folders, by names where it is quiet', (root: string) => new OpenFolders(root, later)],
  ['by names that are looked at before and after', (root: string) => new NamedFolders(root)],
] as const;

/** Only Linux has a way through open folders. */
const WAYS_HERE = process.platform === 'linux' ? WAYS : WAYS.slice(-1);

describe.each(WAYS_HERE)('a scan of a folder %s', (_words, placesIn) => {
  it('takes no name and no file of another place, at whatever call a folder around it is exchanged', () => {
    const whole = lyingInWait(lookAt(place().root, placesIn).reader, new Map());
    listFolder(whole.waiting, { dir: 'a/b', isDeep: false }, NOTHING_IGNORED);
    for (let from = 0; from < whole.calls(); from++) {
      for (let to = from + 1; to <= whole.calls(); to++) {
        const { root, exchange, exchangeBack } = place();
        const own = lstatSync(join(root, 'a/b/x')).ino;
        const { reader } = lookAt(root, placesIn);
        const ambush = new Map([
          [from, exchange],
          [to, exchangeBack],
        ]);
        const { waiting } = lyingInWait(reader, ambush);
        const listing = listFolder(waiting, { dir: 'a/b', isDeep: false }, NOTHING_IGNORED);
        expect(listing.names, `exchanged before call ${from}, back before ${to}`).not.toContain('foreign');
        const at = listing.names.indexOf('x');
        if (at !== -1) expect(listing.stats[at * 6 + 4]).toBe(own);
      }
    }
  });

  it('answers as any other scan while nothing is exchanged', () => {
    const { root } = place();
    const { reader } = lookAt(root, placesIn);
    const found = [...scanInside(reader, { dirs: [], trees: [''], root: null }, NOTHING_IGNORED)].flat();
    expect(found.map(({ dir, names, failure }) => [dir, [...names].sort(), failure])).toEqual([
      ['', ['a'], null],
      ['a', ['b'], null],
      ['a/b', ['c', 'x'], null],
      ['a/b/c', ['y'], null],
    ]);
  });

  it('goes into a root that is reached over a link, and into no link below it', () => {
    const { root, exchange } = place();
    exchange();
    symlinkSync(root, `${root}-link`);
    const { reader } = lookAt(`${root}-link`, placesIn);
    expect(reader.lstat('').kind).toBe('dir');
    const found = [...scanInside(reader, { dirs: ['a/b'], trees: [''], root: null }, NOTHING_IGNORED)].flat();
    expect(found.map(({ dir, names, failure }) => [dir, names, failure?.reason])).toEqual([
      ['a/b', [], 'vanished'],
      ['', [], undefined],
    ]);
  });
});

function lookAt(root: string, placesIn: (root: string) => OpenFolders | NamedFolders) {
  const reader = createNodeFsReader(root, placesIn(root));
  onTestFinished(() => reader.release());
  return { reader };
}

const SWAPPER = `
  const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
  const { parentPort, workerData: { root, outside, kept, swaps } } = require('node:worker_threads');
  for (let at = 0; at < swaps; at++) {
    renameSync(root + '/a', kept);
    symlinkSync(outside, root + '/a');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0.2);
    unlinkSync(root + '/a');
    renameSync(kept, root + '/a');
  }
  parentPort.postMessage('done');
`;

describe('the reader of a linked folder', () => {
  it('see nothing of another place while a folder is exchanged 500 times, and all of their own after it', async () => {
    const { root } = place();
    const outside = join(root, '../outside');
    const workerData = { root, outside, kept: join(root, '../kept'), swaps: 500 };
    const swapper = new Worker(SWAPPER, { eval: true, workerData });
    let isOver = false;
    const end = new Promise<void>((resolve, reject) => {
      swapper.on('error', reject);
      swapper.on('exit', () => resolve());
    }).finally(() => {
      isOver = true;
    });
    // It is waited for below, after the last scan.
    end.catch(() => undefined);
    const reader = createNodeFsReader(root);
    const seen = new Set<string>();
    while (!isOver) {
      for (const path of pathsSeenBy(reader)) seen.add(path);
      reader.release();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await end;
    expect([...seen].filter((path) => path.includes('foreign'))).toEqual([]);
    expect([...new Set(pathsSeenBy(reader))].sort()).toEqual(['a', 'a/b', 'a/b/c', 'a/b/c/y', 'a/b/x']);
    reader.release();
  }, 60_000);

  it('hold no folder open between two requests', () => {
    const { root } = place();
    const reader = createNodeFsReader(root);
    const before = openDescriptors();
    reader.openFolder('a/b/c').names();
    reader.open('a/b/x').close();
    reader.release();
    expect(openDescriptors()).toBe(before);
  });
});

function openDescriptors(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}

function pathsSeenBy(reader: FsReader): string[] {
  const request = { dirs: ['a/b', 'a/b/c'], trees: [''], root: null };
  return [...scanInside(reader, request, NOTHING_IGNORED)]
    .flat()
    .flatMap(({ dir, names }) => names.map((name) => (dir === '' ? name : `${dir}/${name}`)));
}
