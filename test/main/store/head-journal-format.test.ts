import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import type { CommitId } from '../../../src-main/core/objects/object-id.ts';
import {
  decodeJournal,
  encodeEntry,
  encodeHeader,
  type HeadEntry,
} from '../../../src-main/store/head-journal-format.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;

const entry = (seq: number, more: Partial<HeadEntry> = {}): HeadEntry => ({
  ...{
    seq,
    at_s: 1_700_000_000,
    type: 'head',
    library_id: LIBRARY,
    head_commit_id: 'a'.repeat(40) as CommitId,
  },
  ...{ prev: null, name: 'Fotos «ü»', owner: { kind: 'department', groupId: 4 }, ...more },
});
const line = (seq: number) => encodeEntry(entry(seq));
const decode = (...lines: readonly string[]) => {
  const { entries, ...rest } = decodeJournal(Buffer.from(lines.join('')));
  return { ...rest, seqs: entries.map(({ seq }) => seq) };
};
const SOUND = { damagedLines: [], hasTornTail: false, isBegun: true, endsWithNewline: true };

describe('the lines of a journal', () => {
  it('are a checksum and JSON', () => {
    expect(encodeHeader(2, 7)).toBe('71fdf0da {"format":1,"kept":2,"next_seq":7}\n');
    const kept = encodeEntry(entry(1, { name: 'n', kept_from: 'b'.repeat(40) as CommitId }));
    expect(kept.slice(9)).toBe(
      `{"seq":1,"at_s":1700000000,"type":"head","library_id":"${LIBRARY}","head_commit_id":"${'a'.repeat(40)}",` +
        `"prev":null,"name":"n","owner":{"kind":"department","groupId":4},"kept_from":"${'b'.repeat(40)}"}\n`,
    );
    expect(line(1)).not.toContain('kept_from');
  });

  it('come back as they were written', () => {
    const written = [entry(5), entry(6, { type: 'purged', prev: 'c'.repeat(40) as CommitId })];
    const bytes = Buffer.from([encodeHeader(0, 5), ...written.map(encodeEntry)].join(''));
    expect(decodeJournal(bytes)).toEqual({ ...SOUND, entries: written, nextSeq: 7 });
  });

  it('are none when a checksum or a field is wrong', () => {
    const others = [
      line(1).replace('Fotos', 'fotos'),
      encodeEntry({ ...entry(1), type: 'moved' as 'head' }),
      encodeEntry({ ...entry(1), owner: { kind: 'user' } as unknown as HeadEntry['owner'] }),
      encodeEntry({ ...entry(1), prev: 'x' as CommitId }),
      encodeEntry({ ...entry(1), seq: 1.5 }),
    ];
    for (const other of others)
      expect(decode(encodeHeader(0, 1), other)).toMatchObject({ seqs: [], hasTornTail: true, nextSeq: 1 });
  });
});

describe('a journal', () => {
  it('that is empty, or holds half a header, is not begun', () => {
    expect(decode()).toEqual({ ...SOUND, seqs: [], nextSeq: 1, isBegun: false, endsWithNewline: false });
    expect(decode(encodeHeader(0, 1).slice(0, 20))).toMatchObject({
      isBegun: false,
      seqs: [],
      damagedLines: [],
    });
    expect(decode(encodeHeader(0, 1).slice(0, 20), '\n', encodeHeader(0, 1), line(1))).toEqual({
      ...{ ...SOUND, seqs: [1], nextSeq: 2 },
    });
  });

  it('ends in half an entry after a crash, whose number the next one gets', () => {
    const torn = line(2).slice(0, -9);
    expect(decode(encodeHeader(0, 1), line(1), torn)).toEqual({
      ...{ ...SOUND, seqs: [1], nextSeq: 2, hasTornTail: true, endsWithNewline: false },
    });
    expect(decode(encodeHeader(0, 1), line(1), torn, '\n', line(2))).toEqual({
      ...SOUND,
      seqs: [1, 2],
      nextSeq: 3,
    });
  });

  it('is damaged where a number is missing: at the lines in between, or at the one that comes too early', () => {
    const damaged = line(2).replace('Fotos', 'fotos');
    expect(decode(encodeHeader(0, 1), line(1), damaged, 'x\n', line(3))).toMatchObject({
      ...{ seqs: [1, 3], damagedLines: [3, 4], nextSeq: 4 },
    });
    expect(decode(encodeHeader(0, 1), line(1), line(3))).toMatchObject({ seqs: [1, 3], damagedLines: [3] });
    expect(decode(encodeHeader(0, 5), line(6))).toMatchObject({ seqs: [6], damagedLines: [2] });
  });

  it('carries over entries whose numbers need not follow one another, and misses those that are damaged', () => {
    expect(decode(encodeHeader(2, 9), line(3), line(7), line(9))).toEqual({
      ...SOUND,
      seqs: [3, 7, 9],
      nextSeq: 10,
    });
    expect(decode(encodeHeader(2, 9), line(3), 'x\n', line(9))).toMatchObject({
      seqs: [3, 9],
      damagedLines: [3],
    });
  });

  it('without a header has lost its first line', () => {
    expect(decode(line(4), line(5))).toMatchObject({ seqs: [4, 5], damagedLines: [1], isBegun: true });
  });
});
