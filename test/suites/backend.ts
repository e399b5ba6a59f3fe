import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import type { Backend, FileName, LibraryFiles } from '../../src-main/store/backend/backend.ts';

/** A backend under test, with nothing in it. */
export interface BackendUnderTest {
  readonly backend: Backend;
  dispose(): Promise<void>;
}

const PHOTOS = '11111111-1111-4111-8111-111111111111' as LibraryId;
const NOTES = '22222222-2222-4222-8222-222222222222' as LibraryId;
const ID = `ab${'0'.repeat(38)}`;
const OTHER = `cd${'1'.repeat(38)}`;
const ALL = { offset: 0, length: 100 };
const ABSENT = { code: 'ENOENT' };
const isSound = () => false;

/** What a repository may rely on, whatever the medium. */
export function describeBackend(name: string, open: () => Promise<BackendUnderTest>): void {
  describe(name, () => {
    let tested: BackendUnderTest;
    let files: LibraryFiles;

    beforeEach(async () => {
      tested = await open();
      files = tested.backend.library(PHOTOS);
    });

    afterEach(async () => {
      await tested.backend.close();
      await tested.dispose();
    });

    async function writePack(pack: number, text: string, of = files): Promise<void> {
      const file = await of.createPack(pack, 'together');
      await file.write(Buffer.from(text), 0);
      await file.sync();
      await file.close();
      await of.save([], isSound);
    }

    async function saveBlock(id: string, text: string, of = files): Promise<void> {
      await of.save([await of.stage({ id, bytes: Buffer.from(text) })], isSound);
    }

    async function textOf(name: FileName, of = files): Promise<string> {
      return (await of.openRange(name, ALL)).toString();
    }

    async function blocks(of = files): Promise<string[]> {
      const ids: string[] = [];
      for await (const group of of.listBlocks()) ids.push(...group);
      return ids.sort();
    }

    it('has nothing at first, and no libraries', async () => {
      expect(await files.listPacks()).toEqual([]);
      expect(await blocks()).toEqual([]);
      expect(await tested.backend.libraries()).toEqual([]);
      expect(await tested.backend.freeBytes()).toBeGreaterThan(0);
    });

    describe('a pack', () => {
      it('has what was written where, and can be read in part, up to its end', async () => {
        const file = await files.createPack(1, 'together');
        await file.write(Buffer.from('0123456789'), 0);
        await file.write(Buffer.from('abc'), 10);
        expect(await file.sizeBytes()).toBe(13);
        await file.sync();
        await file.close();
        expect((await files.openRange({ pack: 1 }, { offset: 9, length: 2 })).toString()).toBe('9a');
        expect((await files.openRange({ pack: 1 }, { offset: 9, length: 50 })).toString()).toBe('9abc');
        expect((await files.openRange({ pack: 1 }, { offset: 50, length: 50 })).length).toBe(0);
        expect(await files.sizeOf({ pack: 1 })).toBe(13);
      });

      it('is listed from when it is made, whoever is to make its name durable', async () => {
        const [first, second] = [await files.createPack(7, 'together'), await files.createPack(3, 'alone')];
        await files.saveName(3);
        expect((await files.listPacks()).sort()).toEqual([3, 7]);
        await Promise.all([first.close(), second.close()]);
      });

      it('gets no number that another one has', async () => {
        await writePack(1, 'first');
        await expect(files.createPack(1, 'together')).rejects.toMatchObject({ code: 'EEXIST' });
        expect(await textOf({ pack: 1 })).toBe('first');
      });

      it('can be gone on with, unless it is not there', async () => {
        await writePack(1, 'one');
        const file = await files.reopenPack(1);
        await file?.write(Buffer.from(' two'), 3);
        await file?.close();
        expect(await textOf({ pack: 1 })).toBe('one two');
        expect(await files.reopenPack(2)).toBe(null);
      });

      it('can be taken away by who made it', async () => {
        const file = await files.createPack(1, 'together');
        await file.close();
        await file.remove();
        expect(await files.listPacks()).toEqual([]);
      });

      it('is read to its end by who opened it, also when it is removed meanwhile', async () => {
        await writePack(1, 'content');
        const source = await files.openPack(1);
        expect(source.sizeBytes).toBe(7);
        expect((await source.read({ offset: 0, length: 3 })).toString()).toBe('con');
        expect(await files.remove([{ pack: 1 }])).toBe(7);
        expect((await source.read({ offset: 3, length: 9 })).toString()).toBe('tent');
        await source.close();
        await expect(files.openRange({ pack: 1 }, ALL)).rejects.toMatchObject(ABSENT);
      });

      it('that is set aside is gone, and its number may be used again', async () => {
        await writePack(1, 'damaged');
        await files.setAside(1);
        expect(await files.listPacks()).toEqual([]);
        await writePack(1, 'good');
        expect(await textOf({ pack: 1 })).toBe('good');
      });
    });

    describe('a block', () => {
      it('is no file before it is saved, and can be read all the while', async () => {
        const bytes = Buffer.from('content');
        const block = await files.stage({ id: ID, bytes });
        bytes.fill(0);
        expect(block).toMatchObject({ id: ID, sizeBytes: 7 });
        expect((await block.read()).toString()).toBe('content');
        expect(await blocks()).toEqual([]);
        await expect(textOf({ block: ID })).rejects.toMatchObject(ABSENT);
        await files.save([block], isSound);
        expect((await block.read()).toString()).toBe('content');
        expect(await blocks()).toEqual([ID]);
        expect(await textOf({ block: ID })).toBe('content');
        expect(await files.sizeOf({ block: ID })).toBe(7);
      });

      it('leaves nothing when it is discarded, and stays when it was saved', async () => {
        const [block, other] = [
          await files.stage({ id: ID, bytes: Buffer.from('content') }),
          await files.stage({ id: OTHER, bytes: Buffer.from('other') }),
        ];
        await files.save([other], isSound);
        await Promise.all([block.discard(), other.discard()]);
        expect(await blocks()).toEqual([OTHER]);
        await expect(textOf({ block: ID })).rejects.toMatchObject(ABSENT);
      });

      it('may be saved once more, and replaces one of its name, damaged or not', async () => {
        for (const isDamaged of [true, false]) {
          await saveBlock(ID, 'old');
          const block = await files.stage({ id: ID, bytes: Buffer.from('new') });
          await files.save([block], () => isDamaged);
          await files.save([block], () => isDamaged);
          expect(await textOf({ block: ID })).toBe('new');
        }
      });

      it('is found among many that were saved together', async () => {
        const ids = Array.from({ length: 20 }, (_, at) => `${at + 10}${'2'.repeat(38)}`);
        const staged = await Promise.all(ids.map((id) => files.stage({ id, bytes: Buffer.from(id) })));
        await files.save(staged, isSound);
        expect(await blocks()).toEqual(ids);
        for (const id of ids) expect(await textOf({ block: id })).toBe(id);
      });
    });

    describe('removing', () => {
      it('takes each name only when its file is about to go, and tells the bytes', async () => {
        await saveBlock(ID, 'one');
        await saveBlock(OTHER, 'three');
        const doomed = function* (): Iterable<FileName> {
          yield { block: ID };
          throw new Error('no further');
        };
        await expect(files.remove(doomed())).rejects.toThrow('no further');
        expect(await blocks()).toEqual([OTHER]);
        expect(await files.remove([{ block: OTHER }])).toBe(5);
        expect(await blocks()).toEqual([]);
      });

      it('says that a file is not there', async () => {
        await expect(files.remove([{ block: ID }])).rejects.toMatchObject(ABSENT);
        await expect(files.sizeOf({ pack: 1 })).rejects.toMatchObject(ABSENT);
        await expect(files.openPack(1)).rejects.toMatchObject(ABSENT);
      });
    });

    describe('libraries', () => {
      it('have files of their own', async () => {
        const notes = tested.backend.library(NOTES);
        await writePack(1, 'photos');
        await writePack(1, 'notes', notes);
        await saveBlock(ID, 'photo');
        expect((await tested.backend.libraries()).sort()).toEqual([PHOTOS, NOTES]);
        expect(await textOf({ pack: 1 }, notes)).toBe('notes');
        expect(await blocks(notes)).toEqual([]);
      });

      it('go with all their files, once or twice, and leave others alone', async () => {
        const notes = tested.backend.library(NOTES);
        await writePack(1, 'photos');
        await saveBlock(ID, 'photo');
        await writePack(1, 'notes', notes);
        await textOf({ pack: 1 });
        await tested.backend.removeLibrary(PHOTOS);
        await tested.backend.removeLibrary(PHOTOS);
        expect(await tested.backend.libraries()).toEqual([NOTES]);
        const again = tested.backend.library(PHOTOS);
        expect(await again.listPacks()).toEqual([]);
        expect(await blocks(again)).toEqual([]);
        await expect(textOf({ pack: 1 }, again)).rejects.toMatchObject(ABSENT);
        await writePack(1, 'new photos', again);
        expect(await textOf({ pack: 1 }, again)).toBe('new photos');
        expect(await textOf({ pack: 1 }, notes)).toBe('notes');
      });
    });
  });
}
