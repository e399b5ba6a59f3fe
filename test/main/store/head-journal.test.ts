import { appendFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import type { CommitId } from '../../../src-main/core/objects/object-id.ts';
import { DISK, type FileOps } from '../../../src-main/store/backend/disk/file-ops.ts';
import {
  type HeadJournal,
  type NewHeadEntry,
  openHeadJournal,
} from '../../../src-main/store/head-journal.ts';
import { temporaryDataFolder } from '../../support/disk-store.ts';
import { createFailingDisk } from '../../support/failing-file-ops.ts';
import { expectRights } from '../../support/file-modes.ts';
import { createWindowsDisk } from '../../support/windows-file-ops.ts';

const PHOTOS = '11111111-1111-4111-8111-111111111111' as LibraryId;
const NOTES = '22222222-2222-4222-8222-222222222222' as LibraryId;

/** An entry whose head is the number, written with 40 digits. */
function moved(number: number, library_id = PHOTOS): NewHeadEntry {
  const head_commit_id = String(number).padStart(40, '0') as CommitId;
  const owner = { kind: 'user', email: 'ann@example.com' } as const;
  return {
    at_s: 1_700_000_000,
    type: 'head',
    library_id,
    head_commit_id,
    prev: null,
    name: 'Fotos «ü»',
    owner,
  };
}

describe('head journal', () => {
  let folder: ReturnType<typeof temporaryDataFolder>;
  let path: string;
  let journal: HeadJournal;

  beforeEach(async () => {
    folder = temporaryDataFolder();
    path = join(folder.path, 'heads.journal');
    journal = await openHeadJournal(path);
  });

  afterEach(async () => {
    await journal.close();
    folder.remove();
  });

  async function reopen(options = {}): Promise<void> {
    await journal.close();
    journal = await openHeadJournal(path, options);
  }

  const heads = async () => (await journal.readAll()).entries.map((entry) => Number(entry.head_commit_id));

  it('is empty, and no file, before the first entry', async () => {
    expect(await journal.readAll()).toMatchObject({ entries: [], damagedLines: [], hasTornTail: false });
    expect(existsSync(path)).toBe(false);
  });

  it('reads back what was appended, numbered in order', async () => {
    await journal.append([moved(1), moved(2, NOTES)]);
    await journal.append([{ ...moved(3), type: 'deleted', owner: { kind: 'department', groupId: 7 } }]);
    await reopen();
    await journal.append([moved(4, NOTES)]);
    const { entries, damagedLines, hasTornTail } = await journal.readAll();
    expect(entries.map((entry) => entry.seq)).toEqual([1, 2, 3, 4]);
    expect(entries[2]).toEqual({
      seq: 3,
      ...moved(3),
      type: 'deleted',
      owner: { kind: 'department', groupId: 7 },
    });
    expect({ damagedLines, hasTornTail }).toEqual({ damagedLines: [], hasTornTail: false });
    expectRights(path, 0o600);
  });

  it('knows the last entry of each library, also after reopening', async () => {
    await journal.append([moved(1), moved(2, NOTES), moved(3)]);
    const expected = [
      [PHOTOS, 3],
      [NOTES, 2],
    ];
    const last = async () =>
      [...(await journal.lastHeads())].map(([id, entry]) => [id, Number(entry.head_commit_id)]);
    expect(await last()).toEqual(expected);
    await reopen();
    expect(await last()).toEqual(expected);
  });

  it('shares one sync among calls that come at once', async () => {
    const disk = createFailingDisk();
    await reopen({ ops: disk.ops });
    let syncs = 0;
    disk.failWhen((step) => {
      if (step === 'sync') syncs += 1;
      return null;
    });
    await Promise.all(Array.from({ length: 50 }, (_, number) => journal.append([moved(number)])));
    expect(await heads()).toEqual(Array.from({ length: 50 }, (_, number) => number));
    expect(syncs).toBe(2);
  });

  describe('after a crash', () => {
    it.each([1, 5, 30, 150])('drops an entry that lacks its last %i bytes and says so', async (cut) => {
      await journal.append([moved(1), moved(2)]);
      await journal.append([moved(3)]);
      truncateSync(path, statSync(path).size - cut - 1);
      await reopen();
      expect(await heads()).toEqual([1, 2]);
      expect(await journal.readAll()).toMatchObject({ damagedLines: [], hasTornTail: true });
      await journal.append([moved(4)]);
      expect(await heads()).toEqual([1, 2, 4]);
      expect(await journal.readAll()).toMatchObject({ damagedLines: [], hasTornTail: false });
    });

    it('keeps an entry that lacks nothing but its newline', async () => {
      await journal.append([moved(1), moved(2)]);
      truncateSync(path, statSync(path).size - 1);
      await reopen();
      await journal.append([moved(3)]);
      expect(await heads()).toEqual([1, 2, 3]);
    });

    it.each([0, 1, 20])('begins anew when only %i bytes of the header were written', async (length) => {
      await journal.append([moved(1)]);
      truncateSync(path, length);
      await reopen();
      await journal.append([moved(2)]);
      await reopen();
      expect(await heads()).toEqual([2]);
      expect(await journal.readAll()).toMatchObject({ damagedLines: [], hasTornTail: false, nextSeq: 2 });
    });

    it('survives a tail of zero bytes', async () => {
      await journal.append([moved(1)]);
      appendFileSync(path, Buffer.alloc(300));
      await reopen();
      await journal.append([moved(2)]);
      expect(await heads()).toEqual([1, 2]);
      expect(await journal.readAll()).toMatchObject({ damagedLines: [], hasTornTail: false });
    });
  });

  describe('damage', () => {
    it('is found in the middle, and the sound entries are still read', async () => {
      await journal.append([moved(1), moved(2), moved(3)]);
      const bytes = readFileSync(path);
      const at = bytes.indexOf('0002"');
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(path, bytes);
      await reopen();
      expect(await heads()).toEqual([1, 3]);
      expect(await journal.readAll()).toMatchObject({ damagedLines: [3], hasTornTail: false });
    });

    it('is found when a whole line is gone', async () => {
      await journal.append([moved(1), moved(2), moved(3)]);
      const lines = readFileSync(path, 'utf8').split('\n');
      writeFileSync(path, lines.filter((line) => !line.includes('0002"')).join('\n'));
      expect(await journal.readAll()).toMatchObject({ damagedLines: [3] });
    });

    it('is found in the header', async () => {
      await journal.append([moved(1), moved(2)]);
      writeFileSync(path, readFileSync(path, 'utf8').replace('"format":1', '"format":9'));
      await reopen();
      expect(await heads()).toEqual([1, 2]);
      expect(await journal.readAll()).toMatchObject({ damagedLines: [1], nextSeq: 3 });
    });

    it('is never hidden by a rewrite', async () => {
      await journal.append([moved(1), moved(2), moved(3)]);
      writeFileSync(path, readFileSync(path, 'utf8').replace('0002"', '0009"'));
      await reopen({ compactAboveBytes: 100 });
      await journal.append([moved(4)]);
      expect(await heads()).toEqual([1, 3, 4]);
      expect(await journal.readAll()).toMatchObject({ damagedLines: [3] });
    });
  });

  describe('rewriting', () => {
    it('keeps the last entry of each library, and entries can follow', async () => {
      await reopen({ compactAboveBytes: 4_000 });
      await journal.append([moved(500, NOTES)]);
      for (let number = 1; number <= 40; number += 1) await journal.append([moved(number)]);
      expect(statSync(path).size).toBeLessThan(4_300);
      expect((await heads())[0]).toBe(500);
      expect((await heads()).at(-1)).toBe(40);
      await reopen();
      await journal.append([moved(41)]);
      const { entries, damagedLines } = await journal.readAll();
      expect(entries.at(-1)?.seq).toBe(42);
      expect(damagedLines).toEqual([]);
      expect(existsSync(`${path}.new`)).toBe(false);
    });

    it('that fails leaves the journal as it was', async () => {
      const disk = createFailingDisk();
      await reopen({ ops: disk.ops, compactAboveBytes: 2_000 });
      await journal.append([moved(0)]);
      disk.failWhen((step) => (step === 'create' ? 'ENOSPC' : null));
      for (let number = 1; number <= 20; number += 1) await journal.append([moved(number)]);
      expect((await heads()).length).toBe(21);
    });

    it('works where no file that is open can be replaced', async () => {
      const disk = createWindowsDisk();
      await reopen({ ops: disk.ops, compactAboveBytes: 2_000 });
      for (let number = 1; number <= 20; number += 1) await journal.append([moved(number)]);
      expect(statSync(path).size).toBeLessThan(2_300);
      expect((await heads()).at(-1)).toBe(20);
      expect(existsSync(`${path}.new`)).toBe(false);
    });

    it('that another program prevents costs no entry, and is tried again once the journal has grown', async () => {
      const disk = createWindowsDisk();
      await reopen({ ops: disk.ops, compactAboveBytes: 4_000 });
      disk.holdElsewhere(path);
      for (let number = 1; number <= 30; number += 1) await journal.append([moved(number)]);
      const all = Array.from({ length: 30 }, (_, index) => index + 1);
      expect(await heads()).toEqual(all);
      expect(disk.refusals()).toBeGreaterThan(0);
      expect(disk.refusals()).toBeLessThan(15);
      expect(existsSync(`${path}.new`)).toBe(false);
      disk.letGo(path);
      for (let number = 31; number <= 40; number += 1) await journal.append([moved(number)]);
      expect((await heads()).length).toBeLessThan(20);
      await reopen();
      await journal.append([moved(41)]);
      expect((await heads()).at(-1)).toBe(41);
      expect(await journal.readAll()).toMatchObject({ damagedLines: [], hasTornTail: false });
    });

    it('goes on in whichever file has the name when nobody knows whether it was replaced', async () => {
      const ops: FileOps = {
        ...DISK,
        rename: async (from, to) => {
          await DISK.rename(from, to);
          throw Object.assign(new Error('EIO: injected'), { code: 'EIO' });
        },
      };
      await reopen({ ops, compactAboveBytes: 2_000 });
      for (let number = 1; number <= 20; number += 1) await journal.append([moved(number)]);
      expect((await heads()).at(-1)).toBe(20);
      expect((await heads()).length).toBeLessThan(12);
      expect(await journal.readAll()).toMatchObject({ damagedLines: [], hasTornTail: false, nextSeq: 21 });
    });

    it('costs a write, not all writing, when the file is held elsewhere or descriptors are short for a while', async () => {
      for (const [code, refusal] of [
        ['EBUSY', 'busy'],
        ['EMFILE', 'busy'],
      ] as const) {
        const disk = createFailingDisk();
        await reopen({ ops: disk.ops, compactAboveBytes: 2_000 });
        disk.failWhen((step) => (step === 'openExisting' || step === 'create' ? code : null));
        await expect(journal.append([moved(1)])).rejects.toMatchObject({ code: refusal });
        disk.failWhen(() => null);
        for (let number = 2; number <= 8; number += 1) await journal.append([moved(number)]);
        // The rewrite finds neither name.
        disk.failWhen((step) => (step === 'rename' || step === 'openExisting' ? code : null));
        let refused = 0;
        for (let number = 9; number <= 30; number += 1)
          await journal.append([moved(number)]).catch((error: { code: string }) => {
            expect(error.code).toBe(refusal);
            refused += 1;
          });
        expect(refused).toBeGreaterThan(0);
        disk.failWhen(() => null);
        await journal.append([moved(31)]);
        expect((await heads()).at(-1)).toBe(31);
        expect(await journal.readAll()).toMatchObject({ damagedLines: [], hasTornTail: false });
      }
    });

    it('ends all writing when the file that was to be replaced cannot be opened any more', async () => {
      const disk = createFailingDisk();
      await reopen({ ops: disk.ops, compactAboveBytes: 2_000 });
      await journal.append([moved(0)]);
      disk.failWhen((step) => (step === 'rename' || step === 'openExisting' ? 'EIO' : null));
      let head = 0;
      const fill = async () => {
        for (;;) {
          await journal.append([moved(head + 1)]);
          head += 1;
        }
      };
      await expect(fill()).rejects.toMatchObject({ code: 'library-read-only' });
      expect(head).toBeGreaterThan(3);
      expect((await heads()).at(-1)).toBe(head);
      await reopen();
      await journal.append([moved(500)]);
      expect((await heads()).at(-1)).toBe(500);
    });
  });

  describe('a failing disk', () => {
    it('refuses while it is full and goes on when there is room, with nothing lost or doubled', async () => {
      const disk = createFailingDisk();
      await reopen({ ops: disk.ops });
      for (let number = 1; number <= 5; number += 1) {
        disk.failWhen((step) => (step === 'write' ? 'ENOSPC' : null));
        await expect(journal.append([moved(number), moved(number)])).rejects.toMatchObject({
          code: 'disk-full',
        });
        disk.failWhen(null);
        await journal.append([moved(number * 10)]);
      }
      expect((await heads()).filter((head) => head >= 10)).toEqual([10, 20, 30, 40, 50]);
      expect(await journal.readAll()).toMatchObject({ damagedLines: [], hasTornTail: false });
    });

    it.each(['sync', 'syncFolder'])('takes nothing more after a failed %s', async (failing) => {
      const disk = createFailingDisk();
      await reopen({ ops: disk.ops });
      disk.failWhen((step) => (step === failing ? 'EIO' : null));
      const refused = { code: 'library-read-only', detail: { reason: 'journal-failed' } };
      await expect(journal.append([moved(1)])).rejects.toMatchObject(refused);
      disk.failWhen(null);
      await expect(journal.append([moved(2)])).rejects.toMatchObject(refused);
      await reopen();
      await journal.append([moved(3)]);
      expect((await heads()).at(-1)).toBe(3);
    });
  });
});
