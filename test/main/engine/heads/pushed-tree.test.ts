import { describe, expect, it } from 'vitest';
import type { LibraryEncryption } from '../../../../src-main/core/library/library.ts';
import type { Dirent } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import {
  dirRow,
  fileRow,
  handmadeWorld,
  type HandmadeWorld as World,
} from '../../../support/handmade-world.ts';
import { ANNA } from '../../../support/library-world.ts';
import { turnsTaken } from '../../../support/turns-taken.ts';

const MTIME = 1_700_000_000;
const YEAR_10000 = 253_402_300_800;

/** A file of five bytes. */
async function fiveBytes(world: World): Promise<ObjectId> {
  return world.file([await world.block('hello')], 5);
}

/** What a version that believed everything has left behind. */
async function storedAsToldBefore(
  world: World,
  path: string,
  changes: Partial<Dirent & { sizeBytes: number }>,
) {
  const { name: _, ...dirent } = fileRow('', await fiveBytes(world), 5);
  await world.world.changeLibrary.commitChanges({
    libraryId: world.id,
    author: ANNA.email,
    asksFirst: false,
    changes: [{ op: 'put', path, dirent: { ...dirent, ...changes } as never }],
  });
}

const UNTRUE = { code: 'argument-invalid', detail: { reason: 'size-untrue', value: 'a.txt' } };

describe('the size of a pushed file', () => {
  it('is taken when row, file and blocks agree', async () => {
    const world = await handmadeWorld();
    const blocks = [await world.block('hello'), await world.block('you'), await world.block('hello')];
    await world.push(await world.folder([fileRow('a.txt', await world.file(blocks, 13), 13)]));
    expect(world.library()).toMatchObject({ fileCount: 1, sizeBytes: 13 });
  });

  it.each([1, 4, 6, 900_000_000])('is refused when the row says %d of five bytes', async (told) => {
    const world = await handmadeWorld();
    const root = await world.folder([fileRow('a.txt', await fiveBytes(world), told)]);
    expect(await world.refusalOf(root)).toMatchObject(UNTRUE);
  });

  it.each([1, 4, 6])('is refused when row and file say %d of five bytes in blocks', async (told) => {
    const world = await handmadeWorld();
    const file = await world.file([await world.block('hello')], told);
    expect(await world.refusalOf(await world.folder([fileRow('a.txt', file, told)]))).toMatchObject(UNTRUE);
  });

  it('is refused when the one row of a known file is changed', async () => {
    const world = await handmadeWorld();
    const file = await fiveBytes(world);
    await world.push(await world.folder([fileRow('a.txt', file, 5)]));
    expect(await world.refusalOf(await world.folder([fileRow('a.txt', file, 1)]))).toMatchObject(UNTRUE);
  });

  it('is refused of a file without content that says that it has some', async () => {
    const world = await handmadeWorld();
    const root = await world.folder([fileRow('a.txt', EMPTY_ID, 7)]);
    expect(await world.refusalOf(root)).toMatchObject(UNTRUE);
  });

  it('is refused also where the commit would be merged', async () => {
    const world = await handmadeWorld();
    const base = world.library().headId;
    const file = await fiveBytes(world);
    await world.push(await world.folder([fileRow('b.txt', file, 5)]));
    const root = await world.folder([fileRow('a.txt', file, 1)]);
    expect(await world.refusalOf(root, {}, base)).toMatchObject(UNTRUE);
  });

  it('may stay as an older version has let it in, beside what is changed', async () => {
    const world = await handmadeWorld();
    await storedAsToldBefore(world, '/old.txt', { sizeBytes: 1 });
    const file = await fiveBytes(world);
    await world.push(await world.folder([fileRow('old.txt', file, 1), fileRow('new.txt', file, 5)]));
    expect(world.library()).toMatchObject({ fileCount: 2 });
  });
});

describe('the size of a pushed file in an encrypted library', () => {
  const encryption: LibraryEncryption = {
    version: 2,
    magic: 'a'.repeat(64),
    randomKey: 'b'.repeat(96),
    salt: '',
    passwordHash: null,
  };

  async function encryptedWorld() {
    const world = await handmadeWorld();
    await world.world.changeLibrary.changeRecord({
      libraryId: world.id,
      change: { encryption },
      author: ANNA.email,
      asksFirst: false,
      description: 'Changed library password',
    });
    const blocks = [await world.block(Buffer.alloc(32, 1)), await world.block(Buffer.alloc(16, 2))];
    const rootOf = async (size: number) =>
      world.folder([fileRow('a.txt', await world.file(blocks, size), size)]);
    return { ...world, rootOf };
  }

  it.each([16, 31, 46])('may be %d where its two blocks are filled up to 48', async (sizeBytes) => {
    const world = await encryptedWorld();
    const { headId } = world.library();
    expect(await world.push(await world.rootOf(sizeBytes), { encryption })).not.toMatchObject({ headId });
    expect(world.library()).toMatchObject({ sizeBytes });
  });

  it.each([15, 47, 48])('is refused at %d', async (sizeBytes) => {
    const world = await encryptedWorld();
    expect(await world.refusalOf(await world.rootOf(sizeBytes), { encryption })).toMatchObject(UNTRUE);
  });
});

describe('a time that no calendar has', () => {
  const impossible = (value: string) => ({
    code: 'argument-invalid',
    detail: { reason: 'time-impossible', value },
  });

  it.each([-1, YEAR_10000, Number.MAX_SAFE_INTEGER])('is refused as that of a commit: %d', async (ctime) => {
    const world = await handmadeWorld();
    const refusal = await world.refusalOf(EMPTY_ID, { ctimeSeconds: ctime });
    expect(refusal).toMatchObject({ code: 'argument-invalid', detail: { reason: 'time-impossible' } });
  });

  it.each([-62_135_596_801, YEAR_10000, Number.MAX_SAFE_INTEGER])(
    'is refused as that of a file: %d',
    async (mtime) => {
      const world = await handmadeWorld();
      const root = await world.folder([fileRow('a.txt', await fiveBytes(world), 5, mtime)]);
      expect(await world.refusalOf(root)).toMatchObject(impossible('a.txt'));
    },
  );

  it('is none that systems count from: files of 1601 and 1904 are pushed', async () => {
    const world = await handmadeWorld();
    const content = await fiveBytes(world);
    const rows = [-11_644_473_600, -2_082_844_800, -1].map((mtime) => fileRow(`${mtime}`, content, 5, mtime));
    expect((await world.push(await world.folder(rows))).incompleteFiles).toEqual([]);
  });

  it('is refused as that of a folder, also of an empty one', async () => {
    const world = await handmadeWorld();
    const below = await world.folder([dirRow('b', EMPTY_ID, YEAR_10000)]);
    expect(await world.refusalOf(await world.folder([dirRow('a', below)]))).toMatchObject(impossible('a/b'));
  });

  it('may be the first and the last second that there are', async () => {
    const world = await handmadeWorld();
    const file = await fiveBytes(world);
    const rows = [fileRow('a', file, 5, 0), fileRow('b', file, 5, YEAR_10000 - 1)];
    await world.push(await world.folder(rows), { ctimeSeconds: YEAR_10000 - 1 });
    expect(world.library()).toMatchObject({ fileCount: 2, updatedAtSeconds: YEAR_10000 - 1 });
  });
});

describe('a tree that unfolds to more than it takes to bring', () => {
  /** Each folder holds the one before twice. */
  async function doubled(world: World, times: number): Promise<ObjectId> {
    let id = await world.folder([fileRow('a.txt', await fiveBytes(world), 5)]);
    for (let at = 0; at < times; at += 1) id = await world.folder([dirRow('x', id), dirRow('y', id)]);
    return id;
  }

  it('is refused beyond 500,000 entries as somebody meets them who walks it', async () => {
    const world = await handmadeWorld();
    const root = await doubled(world, 18);
    expect(await world.refusalOf(root)).toMatchObject({ detail: { reason: 'too-many-files' } });
  });

  it('is refused when one folder is in it more than 10,000 times', async () => {
    const world = await handmadeWorld();
    const root = await doubled(world, 14);
    expect(await world.refusalOf(root)).toMatchObject({ detail: { reason: 'folder-repeated' } });
  });

  it('is refused though each folder stands in place of one that is nearly the same', async () => {
    const world = await handmadeWorld();
    const small = await doubled(world, 12);
    await world.push(await world.folder([dirRow('m', small)]));
    const changed = await world.folder([
      dirRow('new', EMPTY_ID),
      dirRow('x', await doubled(world, 11)),
      dirRow('y', await doubled(world, 11)),
    ]);
    const copies = Array.from({ length: 50 }, (_, at) => dirRow(`a${at}`, changed));
    const root = await world.folder([dirRow('m', changed), ...copies]);
    expect(await world.refusalOf(root)).toMatchObject({ code: 'argument-invalid' });
  });

  it('is taken where an honest one repeats a folder a few hundred times', async () => {
    const world = await handmadeWorld();
    const copy = await world.folder([fileRow('a.txt', await fiveBytes(world), 5)]);
    const rows = Array.from({ length: 500 }, (_, at) => dirRow(`copy ${at}`, copy));
    await world.push(await world.folder(rows));
    expect(world.library()).toMatchObject({ fileCount: 500, sizeBytes: 2500 });
  });

  /** The base has the folder `before` in so many places, the push another one in each. */
  async function exchanged(
    places: number,
    before: ObjectId,
    after: (world: World) => Promise<ObjectId>,
    world: World,
  ) {
    const rows = (id: ObjectId) => Array.from({ length: places }, (_, at) => dirRow(`place ${at}`, id));
    const all = await world.folder(rows(before));
    await world.world.changeLibrary.commitChanges({
      libraryId: world.id,
      author: ANNA.email,
      asksFirst: false,
      changes: [{ op: 'mkdir', path: '/all', mtimeSeconds: MTIME, id: all }],
    });
    return world.folder([dirRow('all', await world.folder(rows(await after(world))))]);
  }

  it('is refused when more than 500,000 rows of the base go, each for itself', async () => {
    const world = await handmadeWorld();
    const content = await fiveBytes(world);
    const rows = Array.from({ length: 1_000 }, (_, at) => fileRow(`file ${at}`, content, 5));
    const one = async () => world.folder(rows.slice(0, 1));
    const root = await exchanged(501, await world.folder(rows), one, world);
    expect(await world.refusalOf(root)).toMatchObject({ detail: { reason: 'too-many-files' } });
  });

  it('may lose a folder of more, which is one row', async () => {
    const world = await handmadeWorld();
    const content = await fiveBytes(world);
    const rows = Array.from({ length: 1_000 }, (_, at) => fileRow(`file ${at}`, content, 5));
    await exchanged(501, await world.folder(rows), async () => EMPTY_ID, world);
    await world.push(await world.folder([fileRow('left.txt', content, 5)]));
    expect(world.library()).toMatchObject({ fileCount: 1 });
  });

  it('is refused when its folders of empty folders take too long to compare at all their places', async () => {
    const world = await handmadeWorld();
    const rows = Array.from({ length: 5_000 }, (_, at) => dirRow(`folder ${at}`, EMPTY_ID));
    const more = async () => world.folder([...rows, dirRow('one more', EMPTY_ID)]);
    const root = await exchanged(501, await world.folder(rows), more, world);
    expect(await world.refusalOf(root)).toMatchObject({ detail: { reason: 'too-many-files' } });
  });

  it('is refused when the paths of all that changes are longer than 256 MiB together', async () => {
    const world = await handmadeWorld();
    const content = await fiveBytes(world);
    const files = Array.from({ length: 300 }, (_, at) => fileRow(`file ${at}`, content, 5));
    const below = await world.folder(files);
    let id = await world.folder(Array.from({ length: 300 }, (_, at) => dirRow(`folder ${at}`, below)));
    for (let level = 0; level < 15; level += 1) id = await world.folder([dirRow('n'.repeat(250), id)]);
    expect(await world.refusalOf(id)).toMatchObject({ detail: { reason: 'paths-too-long' } });
  });

  it('is refused when a path in it is longer than 4,096 bytes', async () => {
    const world = await handmadeWorld();
    const nested = async (levels: number, name: string) => {
      let id = await world.folder([fileRow(name, await fiveBytes(world), 5)]);
      for (let at = 0; at < levels; at += 1) id = await world.folder([dirRow('ü'.repeat(127), id)]);
      return id;
    };
    // Sixteen names of 254 bytes, each with a slash behind it, and one of 16 or 17 bytes.
    expect(await world.refusalOf(await nested(16, 'a'.repeat(17)))).toMatchObject({
      detail: { reason: 'path-too-long' },
    });
    await world.push(await nested(16, 'a'.repeat(16)));
    expect(world.library()).toMatchObject({ fileCount: 1 });
  });

  it('is refused when a path in it has more than 256 names, which no call could name', async () => {
    const world = await handmadeWorld();
    const nested = async (levels: number, inner: ObjectId) => {
      let id = inner;
      for (let at = 0; at < levels; at += 1) id = await world.folder([dirRow('z', id)]);
      return id;
    };
    const leaf = await world.folder([fileRow('a', await fiveBytes(world), 5)]);
    for (const root of [await nested(257, EMPTY_ID), await nested(256, leaf)]) {
      const refusal = { code: 'path-invalid', detail: { reason: 'too-deep' } };
      expect(await world.refusalOf(root)).toMatchObject(refusal);
    }
    await world.push(await nested(256, EMPTY_ID));
    await world.push(await nested(255, leaf));
    expect(world.library()).toMatchObject({ fileCount: 1 });
  });

  it('is refused when a folder that was looked at is too deep at its next place', async () => {
    const world = await handmadeWorld();
    let low: ObjectId = await world.folder([fileRow('a', await fiveBytes(world), 5)]);
    for (let at = 0; at < 200; at += 1) low = await world.folder([dirRow('z', low)]);
    let high = low;
    for (let at = 0; at < 100; at += 1) high = await world.folder([dirRow('z', high)]);
    // Rows are looked at by descending names: the low one comes first.
    const root = await world.folder([dirRow('z', low), dirRow('y', high)]);
    expect(await world.refusalOf(root)).toMatchObject({
      code: 'path-invalid',
      detail: { reason: 'too-deep' },
    });
  });
});

describe('a folder that is moved', () => {
  /** Twenty folders of twenty, and so on. */
  async function tree(world: World, levels: number, below: ObjectId): Promise<ObjectId> {
    let id = below;
    for (let at = 0; at < levels; at += 1)
      id = await world.folder(Array.from({ length: 20 }, (_, number) => dirRow(`folder ${number}`, id)));
    return id;
  }

  /** 168,421 folders and, ten in each of the lowest 160,000, 1,600,000 files, as linked folders may have brought them. */
  async function largeWorld() {
    const world = await handmadeWorld();
    const content = await fiveBytes(world);
    const files = await world.folder(
      Array.from({ length: 10 }, (_, at) => fileRow(`file ${at}`, content, 5)),
    );
    const large = await tree(world, 4, files);
    await world.world.changeLibrary.commitChanges({
      libraryId: world.id,
      author: ANNA.email,
      asksFirst: false,
      changes: [{ op: 'mkdir', path: '/large', mtimeSeconds: MTIME, id: large }],
    });
    return { ...world, large };
  }

  it('may hold more than can be added at once: under another name, in another folder, in a new one', async () => {
    const world = await largeWorld();
    const { large } = world;
    await world.push(await world.folder([dirRow('renamed', large)]));
    const inside = await world.folder([dirRow('large', large)]);
    await world.push(await world.folder([dirRow('new', inside)]));
    await world.push(await world.folder([dirRow('large', large), dirRow('new', EMPTY_ID)]));
    expect(world.library()).toMatchObject({ fileCount: 1_600_000, headSeq: 5 });
  });

  it('may not be in two places afterwards, beside itself or in a folder that is', async () => {
    const world = await largeWorld();
    const { large } = world;
    const twice = await world.folder([dirRow('a', large), dirRow('b', large)]);
    expect(await world.refusalOf(twice)).toMatchObject({ detail: { reason: 'too-many-files' } });
    const inside = await world.folder([dirRow('large', large)]);
    const doubled = await world.folder([dirRow('a', inside), dirRow('b', inside)]);
    expect(await world.refusalOf(doubled)).toMatchObject({ detail: { reason: 'too-many-files' } });
    const copied = await world.folder([dirRow('copy', large), dirRow('large', large)]);
    expect(await world.refusalOf(copied)).toMatchObject({ detail: { reason: 'too-many-files' } });
  });

  it('is refused where it would reach too deep, or its paths would be too long', async () => {
    const world = await handmadeWorld();
    let deep = await world.folder([fileRow('a', await fiveBytes(world), 5)]);
    for (let at = 0; at < 200; at += 1) deep = await world.folder([dirRow('z', deep)]);
    await world.push(await world.folder([dirRow('deep', deep)]));
    const below = async (levels: number, name: string) => {
      let id = deep;
      for (let at = 0; at < levels; at += 1) id = await world.folder([dirRow(name, id)]);
      return id;
    };
    // 201 names below it.
    expect(await world.refusalOf(await below(56, 'y'))).toMatchObject({ code: 'path-invalid' });
    // 401 bytes below it, and fifteen times 246 with the slash.
    expect(await world.refusalOf(await below(15, 'y'.repeat(246)))).toMatchObject({
      detail: { reason: 'path-too-long' },
    });
    await world.push(await below(15, 'y'.repeat(245)));
    await world.push(await world.folder([dirRow('deep', deep)]));
    await world.push(await below(55, 'y'));
    expect(world.library()).toMatchObject({ fileCount: 1 });
  });

  it('keeps what an older version let in', async () => {
    const world = await handmadeWorld();
    await storedAsToldBefore(world, '/old/old.txt', { sizeBytes: 1 });
    const [old] = (await world.world.files.list(ANNA, world.id, '/', null)).dirents;
    await world.push(await world.folder([dirRow('moved', old?.id ?? EMPTY_ID)]));
    expect(world.library()).toMatchObject({ fileCount: 1 });
  });
});

describe('a file that repeats one block', () => {
  it('is taken as often as a terabyte of zeros does', async () => {
    const world = await handmadeWorld();
    const blocks = Array<ObjectId>(131_072).fill(await world.block('0'.repeat(8)));
    const size = 131_072 * 8;
    const root = await world.folder([fileRow('a.img', await world.file(blocks, size), size)]);
    const { turns } = await turnsTaken(() => world.push(root));
    expect(world.library()).toMatchObject({ sizeBytes: size });
    // Others have theirs after each 2,000 of its blocks.
    expect(turns).toBeGreaterThanOrEqual(65);
  });

  it('is refused beyond two', async () => {
    const world = await handmadeWorld();
    const blocks = Array<ObjectId>(262_145).fill(await world.block('0'));
    const root = await world.folder([fileRow('a.img', await world.file(blocks, 262_145), 262_145)]);
    expect(await world.refusalOf(root)).toMatchObject({
      detail: { reason: 'blocks-repeated', value: 'a.img' },
    });
  });
});
