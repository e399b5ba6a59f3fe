import { appendFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { DISK } from '../../../../src-main/store/backend/disk/file-ops.ts';
import { objectFilesIn, planCopy, SourceMoved, sizeOf } from '../../../../src-main/store/backup/plan-copy.ts';
import { createObjectIndex, type ObjectIndex } from '../../../../src-main/store/sqlite/object-index.ts';
import type { ObjectRow } from '../../../../src-main/store/sqlite/object-row.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OTHER = '22222222-2222-4222-8222-222222222222' as LibraryId;
const ID = `ab${'0'.repeat(38)}`;

let folder: ReturnType<typeof temporaryDataFolder>;
let index: ObjectIndex;

beforeEach(() => {
  folder = temporaryDataFolder();
  index = createObjectIndex(memoryDatabase());
});

afterEach(() => folder.remove());

const from = () => join(folder.path, 'from');
const to = () => join(folder.path, 'to');
const packOf = (pack: number, library = LIBRARY) => join('storage', library, 'packs', `00000${pack}.pack`);
const blockOf = (id: string) => join('storage', LIBRARY, 'blocks', id.slice(0, 2), id.slice(2));

function put(side: string, name: string, content: string): void {
  mkdirSync(dirname(join(side, name)), { recursive: true });
  writeFileSync(join(side, name), content);
}

/** The steps by the names of their files, without the folders around. */
async function plan() {
  const { steps, ...rest } = await planCopy({ from: from(), to: to(), index, ops: DISK });
  const inside = (path: string | null) => path?.slice(to().length + 1) ?? null;
  return {
    ...rest,
    steps: steps.map((step) => ({
      to: inside(step.to),
      bytes: step.bytes,
      displaced: inside(step.displaced),
    })),
    surplus: rest.surplus.map(inside),
  };
}

const NOTHING = { steps: [], bytes: 0, surplus: [], libraries: [] };

describe('what a backup lacks', () => {
  it('is everything when it is empty, and nothing when it has all', async () => {
    for (const side of [from(), to()]) {
      put(side, packOf(1), 'pack');
      put(side, blockOf(ID), 'block');
    }
    expect(await plan()).toEqual(NOTHING);
    rmSync(to(), { recursive: true });
    expect(await plan()).toEqual({
      ...{ ...NOTHING, bytes: 9 },
      steps: [
        { to: blockOf(ID), bytes: 5, displaced: null },
        { to: packOf(1), bytes: 4, displaced: null },
      ],
    });
  });

  it('is a pack that was appended to, and a block that is cut there', async () => {
    for (const side of [from(), to()]) {
      put(side, packOf(1), 'pack');
      put(side, blockOf(ID), 'block');
    }
    appendFileSync(join(from(), packOf(1)), ' and more');
    truncateSync(join(to(), blockOf(ID)), 2);
    expect((await plan()).steps).toEqual([
      { to: blockOf(ID), bytes: 5, displaced: null },
      { to: packOf(1), bytes: 13, displaced: null },
    ]);
  });

  it.each([
    ['as long', 'kcap'],
    ['longer', 'pack and more'],
    ['shorter', 'kc'],
  ])(
    'is a pack in the place of another one that is %s, which stays until the copied database counts',
    async (_how, held) => {
      put(from(), packOf(1), 'pack');
      put(from(), packOf(2), 'pack');
      put(to(), packOf(1), held);
      expect(await plan()).toMatchObject({
        steps: [
          { to: packOf(1), bytes: 4, displaced: packOf(3) },
          { to: packOf(2), bytes: 4, displaced: null },
        ],
        surplus: [packOf(3)],
      });
    },
  );
});

describe('what a backup has and nothing needs', () => {
  it('is what is here no more and the copied database does not name', async () => {
    const storeKey = index.storeKey(LIBRARY);
    const block: ObjectRow = {
      ...{ kind: 'block', id: ID, pack: 0, offset: 0, storedBytes: 5, sizeBytes: 5 },
      ...{ encoding: 'raw', storedAtSeconds: 1, sha256: null },
    };
    const rows = [block, { ...block, kind: 'fs', pack: 2, offset: 48 } as const];
    index.record(storeKey, { rows, touches: [], repaired: [] });
    put(from(), packOf(3), 'pack');
    const other = `cd${'1'.repeat(38)}`;
    for (const name of [blockOf(ID), blockOf(other), packOf(1), packOf(2), packOf(3)])
      put(to(), name, 'pack');
    expect(await plan()).toMatchObject({
      steps: [],
      surplus: [packOf(1), blockOf(other)],
      libraries: [LIBRARY],
    });
  });

  it('is a library that is gone, unless the copied database has objects of it', async () => {
    index.storeKey(LIBRARY);
    for (const library of [LIBRARY, OTHER]) put(to(), packOf(1, library), 'pack');
    expect((await plan()).surplus).toEqual([join('storage', OTHER)]);
  });
});

it('a file that goes while it is looked at is worth another try', async () => {
  put(from(), packOf(1), 'pack');
  const ops = {
    ...DISK,
    list: async (path: string) => {
      const names = await DISK.list(path);
      if (path.endsWith('packs')) rmSync(join(from(), packOf(1)), { force: true });
      return names;
    },
  };
  await expect(planCopy({ from: from(), to: to(), index, ops })).rejects.toBeInstanceOf(SourceMoved);
});

it('only files that are called as object files are', async () => {
  for (const name of [packOf(1), blockOf(ID)]) put(from(), name, 'x');
  for (const name of ['packs/notes.txt', 'blocks/ab/desktop.ini', 'damaged/packs-000001.pack'])
    put(from(), join('storage', LIBRARY, name), 'x');
  expect(await objectFilesIn(join(from(), 'storage', LIBRARY), DISK)).toEqual({ packs: [1], blocks: [ID] });
  expect([await sizeOf(join(from(), packOf(1))), await sizeOf(join(from(), packOf(2)))]).toEqual([1, -1]);
});
