import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareNames,
  type Dirent,
  decodeDir,
  decodeDirInSteps,
  EXECUTABLE_MODE,
  encodeDir,
  FILE_MODE,
  type FileDirent,
} from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import recorded from '../../../fixtures/vectors/fs-objects.json' with { type: 'json' };

const MTIME = 1_700_000_000;

function file(name: string, id: string, rest: Partial<FileDirent> = {}): FileDirent {
  return {
    kind: 'file',
    name,
    id: id as ObjectId,
    mode: FILE_MODE,
    mtimeSeconds: MTIME,
    sizeBytes: 1,
    modifier: 'me@example.com',
    ...rest,
  };
}

function dir(name: string, id: string, mtimeSeconds = MTIME): Dirent {
  return { kind: 'dir', name, id: id as ObjectId, mode: 16_384, mtimeSeconds };
}

const DEEP = '467a89a9a19275e4a47e925e8291bf54e2015104';
const X = '391f58e1d4132f78731caa6964204ca2011768e7';

describe('dir objects recorded from the official client', () => {
  it('re-encode to the same bytes and ids, from any order', () => {
    const dirs = recorded.objects.filter(({ kind }) => kind === 'dir');
    expect(dirs.length).toBeGreaterThan(20);
    for (const { id, json, length } of dirs) {
      const bytes = Buffer.from(json);
      expect(bytes.length).toBe(length);
      const encoded = encodeDir(decodeDir(id as ObjectId, bytes).reverse());
      expect(encoded.bytes.toString()).toBe(json);
      expect(encoded.id).toBe(id);
    }
  });

  it('D1: one file', () => {
    const { id, bytes } = encodeDir([file('deep.md', DEEP, { sizeBytes: 4 })]);
    expect(id).toBe('551e7fc27f3e83bbe3aeddbff7dfc9f08318779e');
    expect(bytes.toString()).toBe(
      '{"dirents": [{"id": "467a89a9a19275e4a47e925e8291bf54e2015104", "mode": 33188, "modifier": "me@example.com", "mtime": 1700000000, "name": "deep.md", "size": 4}], "type": 3, "version": 1}',
    );
  });

  it('D2: files and a folder', () => {
    const { id, bytes } = encodeDir([
      dir('inner', '551e7fc27f3e83bbe3aeddbff7dfc9f08318779e'),
      file('mid7.bin', 'd3d6ebbf940c5e77fceeed38a5ed2256a05cf806', { sizeBytes: 7_340_155 }),
      file('zeros12M.bin', 'bfd799e757ee2c820c4256bd65deb1bae18ddbe5', { sizeBytes: 12_582_912 }),
    ]);
    expect(id).toBe('1cddbc8d8ed27893cedcf8028f67f22b2f85a178');
    expect(bytes.length).toBe(458);
  });

  it('have the same text however many rows there are', () => {
    for (const count of [1, 499, 500, 501, 1000, 1001]) {
      const names = Array.from({ length: count }, (_, at) => `é ${String(at).padStart(4, '0')}`);
      const rows = names.toReversed().map((name) => {
        return `{"id": "${X}", "mode": 33188, "modifier": "me@example.com", "mtime": 1700000000, "name": "${name}", "size": 1}`;
      });
      const text = `{"dirents": [${rows.join(', ')}], "type": 3, "version": 1}`;
      const { id, bytes } = encodeDir(names.map((name) => file(name, X)));
      expect([bytes.toString() === text, id]).toEqual([true, objectIdOf(text)]);
    }
  });

  const rootWithDocsAt = (docsMtime: number) => [
    file('é "q" <&>.txt', X),
    dir('void', EMPTY_ID),
    file('run.sh', '50ddeba25ab6e7bd40e28bb43f7854c4ce70c745', { mode: EXECUTABLE_MODE, sizeBytes: 17 }),
    file('hello.txt', '4226e5b3d7da1a4575241f9501f9882aee9b5ea9', { sizeBytes: 6 }),
    file('empty.txt', EMPTY_ID, { sizeBytes: 0 }),
    dir('docs', '1cddbc8d8ed27893cedcf8028f67f22b2f85a178', docsMtime),
  ];

  it('D3: a root with an executable, an empty file and an empty folder', () => {
    const { id, bytes } = encodeDir(rootWithDocsAt(MTIME));
    expect(id).toBe('4fb2937fb571e256827d16b188417eed471aed98');
    expect(bytes.length).toBe(851);
    expect(decodeDir(id, bytes)).toEqual(rootWithDocsAt(MTIME));
  });

  it('D3 with another folder time is another object', () => {
    expect(encodeDir(rootWithDocsAt(1_795_252_035)).id).toBe('f3728b194d194c64fc686006dfd119c9510f5211');
  });

  it('D4: names that are hard to order and to escape', () => {
    const names = [
      'f09f98802e747874',
      'efbfbf',
      'e280a83c263e',
      'c3a9',
      '7a010b1f7f225c',
      '65cc81',
      '612e62',
      '612d62',
      '61',
      '42',
    ];
    const inOrder = names.map((hex) => file(Buffer.from(hex, 'hex').toString(), X));
    const { id, bytes, dirents } = encodeDir([...inOrder].sort((a, b) => (a.name < b.name ? -1 : 1)));
    expect(dirents).toEqual(inOrder);
    expect(id).toBe('d1d0024f5b4378b8aef30ce12e07b9e483755366');
    expect(bytes.length).toBe(1502);
    expect(bytes.toString()).toContain('"name": "z\\u0001\\u000B\\u001F\u007f\\"\\\\"');
    expect(decodeDir(id, bytes)).toEqual(inOrder);
  });
});

describe('dir objects', () => {
  it('do not exist for empty folders', () => {
    expect(encodeDir([])).toEqual({ id: EMPTY_ID, bytes: Buffer.alloc(0), dirents: [] });
    expect(decodeDir(EMPTY_ID, Buffer.alloc(0))).toEqual([]);
  });

  it('are read in format order even when they were stored in another', () => {
    const text = `{"dirents": [${row({ name: 'a' })}, ${row({ name: 'c' })}, ${row({ name: 'b' })}], "type": 3, "version": 1}`;
    expect(decodeText(text).map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  });

  it('keep both normal forms of a name', () => {
    const { id, bytes } = encodeDir([file('caf\u00e9', X), file('cafe\u0301', X)]);
    expect(decodeDir(id, bytes)).toHaveLength(2);
  });

  it('round-trip in descending order of UTF-8 bytes', () => {
    const name = fc
      .string({
        unit: fc.oneof(
          fc.constantFrom('a', 'Z', '.', '"', '\\', '\n', '\ue000', '\uffff'),
          fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        ),
        minLength: 1,
        maxLength: 12,
      })
      .filter((text) => text !== '.' && text !== '..' && !/[/\0]/.test(text));
    const time = fc.integer({ min: -1000, max: 4_000_000_000 });
    const fileDirent = fc.record({
      name,
      mtimeSeconds: time,
      sizeBytes: fc.maxSafeNat(),
      modifier: fc.string(),
    });
    const dirent = fc.oneof(
      fileDirent.map(({ name, ...rest }): Dirent => file(name, X, rest)),
      fc.tuple(name, time).map(([name, mtime]) => dir(name, DEEP, mtime)),
    );
    fc.assert(
      fc.property(fc.uniqueArray(dirent, { selector: (one) => one.name }), (dirents) => {
        const { id, bytes } = encodeDir(dirents);
        const sorted = [...dirents].sort((a, b) => Buffer.compare(Buffer.from(b.name), Buffer.from(a.name)));
        expect(decodeDir(id, bytes)).toEqual(sorted);
      }),
    );
  });

  it.each([
    ['..', 'name'],
    ['.', 'name'],
    ['', 'name'],
    ['a/b', 'name'],
    ['a\0b', 'name'],
    ['lone \ud800 surrogate', 'name'],
  ])('are not made with the name %j', (name, reason) => {
    const refusal = { code: 'object-corrupt', detail: { value: 'dir', reason } };
    expect(() => encodeDir([file(name, X)])).toThrow(expect.objectContaining(refusal));
  });

  it('are not made with two rows of one name', () => {
    const refusal = { code: 'object-corrupt', detail: { value: 'dir', reason: 'duplicate-name' } };
    expect(() => encodeDir([file('a', X), file('b', X), dir('a', DEEP)])).toThrow(
      expect.objectContaining(refusal),
    );
  });
});

describe('hostile dir objects', () => {
  it.each([
    ['text that is not JSON', '{"dirents"', 'json'],
    ['JSON that is not an object', '"x"', 'json'],
    ['a file object', '{"block_ids": [], "size": 0, "type": 1, "version": 1}', 'type'],
    ['version 0', `{"dirents": [${row({})}], "type": 3, "version": 0}`, 'version'],
    ['no dirents', '{"type": 3, "version": 1}', 'dirents'],
    ['dirents that are not a list', '{"dirents": {}, "type": 3, "version": 1}', 'dirents'],
    ['a row that is not an object', '{"dirents": [null], "type": 3, "version": 1}', 'dirent'],
    ['a row that is a list', '{"dirents": [[]], "type": 3, "version": 1}', 'dirent'],
    ['a byte-order mark', `\ufeff{"dirents": [${row({})}], "type": 3, "version": 1}`, 'json'],
  ])('are refused: %s', (_case, text, reason) => {
    expect(() => decodeText(text)).toThrow(
      expect.objectContaining({ code: 'object-corrupt', detail: expect.objectContaining({ reason }) }),
    );
  });

  it.each([
    ['the parent as a name', { name: '..' }, 'name'],
    ['the folder itself as a name', { name: '.' }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a path as a name', { name: 'a/b' }, 'name'],
    ['a NUL in a name', { name: 'a\0' }, 'name'],
    ['a lone surrogate in a name', { name: '\udc00' }, 'name'],
    ['a name that is a number', { name: 7 }, 'name'],
    ['no name', { name: undefined }, 'name'],
    ['a malformed id', { id: 'abc' }, 'id'],
    ['an upper-case id', { id: X.toUpperCase() }, 'id'],
    ['no id', { id: undefined }, 'id'],
    ['a symbolic link', { mode: 0o120777 }, 'mode'],
    ['a mode without a type', { mode: 0o644 }, 'mode'],
    ['a negative mode', { mode: -32_768 }, 'mode'],
    ['a mode with bits above the type', { mode: 0x1_0000_81a4 }, 'mode'],
    ['a mode that is text', { mode: '33188' }, 'mode'],
    ['no mode', { mode: undefined }, 'mode'],
    ['a broken time', { mtime: 1.5 }, 'mtime'],
    ['no time', { mtime: undefined }, 'mtime'],
    ['a negative size', { size: -1 }, 'size'],
    ['a file without a size', { size: undefined }, 'size'],
    ['a file without a modifier', { modifier: undefined }, 'modifier'],
  ])('are refused: %s', (_case, change, reason) => {
    const text = `{"dirents": [${row(change)}], "type": 3, "version": 1}`;
    const refusal = { code: 'object-corrupt', detail: { value: objectIdOf(text), reason } };
    expect(() => decodeText(text)).toThrow(expect.objectContaining(refusal));
  });

  it('are refused: two rows of one name', () => {
    const text = `{"dirents": [${row({ name: 'a' })}, ${row({ name: 'a', mode: 16_384 })}], "type": 3, "version": 1}`;
    const refusal = { code: 'object-corrupt', detail: { value: objectIdOf(text), reason: 'duplicate-name' } };
    expect(() => decodeText(text)).toThrow(expect.objectContaining(refusal));
  });

  it('are refused: bytes that are not UTF-8', () => {
    const bytes = Buffer.from(
      `{"dirents": [${row({ name: 'caf\u00e9' })}], "type": 3, "version": 1}`,
      'latin1',
    );
    expect(() => decodeDir(objectIdOf(bytes), bytes)).toThrow(
      expect.objectContaining({ code: 'object-corrupt' }),
    );
  });
});

describe('long dir objects', () => {
  /** Names of a kilobyte make the text long enough, with few rows, to be read a piece at a time. */
  const LONG = 'x'.repeat(1_000);
  const tricky = [
    '}, {"id": "',
    '}, {',
    '\\}, {"id": "',
    '"}, {"id": "',
    '], "type": 3, "version": 1}',
    'é😀',
  ];
  const dirents = Array.from({ length: 4_000 }, (_, at) => {
    const name = `${String(at).padStart(4, '0')} ${LONG}${tricky[at % tricky.length]}`;
    return at % 7 === 0 ? dir(name, DEEP) : file(name, X);
  });
  const { id, bytes } = encodeDir(dirents);
  const descending = dirents.toReversed();
  const START = '{"dirents": [';
  const END = '], "type": 3, "version": 1}';

  it('are read a piece at a time, whatever their names look like', () => {
    const steps = decodeDirInSteps(id, bytes);
    let turns = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) turns += 1;
    expect(step.value).toEqual(descending);
    expect(turns).toBeGreaterThan(3);
    expect(decodeDir(id, bytes)).toEqual(descending);
  });

  it('are sorted in steps where others wrote their rows in another order', () => {
    const texts = new Map(
      dirents.map((row) => [row.name, encodeDir([row]).bytes.toString().slice(START.length, -END.length)]),
    );
    const written = Buffer.from(START + dirents.map(({ name }) => texts.get(name)).join(', ') + END);
    const steps = decodeDirInSteps(id, written);
    let turns = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) turns += 1;
    expect(step.value).toEqual(descending);
    expect(turns).toBeGreaterThan(8);
  });

  it('are read the same when others put no spaces between their rows', () => {
    const compact = Buffer.from(JSON.stringify(JSON.parse(bytes.toString())));
    expect(decodeDir(id, compact)).toEqual(descending);
  });

  it.each([
    ['in the first piece', 100],
    ['between two pieces', 1024 * 1024 + 60],
    ['in the last piece', bytes.length - 100],
  ])('are refused when a byte is not UTF-8 %s', (_case, at) => {
    const damaged = Buffer.from(bytes);
    damaged[at] = 0xff;
    const refusal = { code: 'object-corrupt', detail: { value: id, reason: 'json' } };
    expect(() => decodeDir(id, damaged)).toThrow(expect.objectContaining(refusal));
  });

  it('may have rows inside rows, which are refused when they do not end', () => {
    const nested = bytes
      .toString()
      .replaceAll('"size": 1}, {"id"', '"size": 1, "more": [{}, {"id": "x"}]}, {"id"');
    expect(decodeDir(id, Buffer.from(nested))).toEqual(descending);
    const open = Buffer.from(nested.replace('{"id": "x"}]}', '{"id": "x"}}'));
    const refusal = { code: 'object-corrupt', detail: { value: id, reason: 'json' } };
    expect(() => decodeDir(id, open)).toThrow(expect.objectContaining(refusal));
  });

  it('are refused when two rows have one name, far from each other', () => {
    const twin = encodeDir([...dirents.slice(1), file('0000', X)]).bytes.toString();
    const bad = Buffer.from(twin.replace('"name": "0000"', '"name": "3999 twin"'));
    expect(decodeDir(id, bad)).toHaveLength(4_000);
    const worse = Buffer.from(
      twin.replace('"name": "0000"', `"name": ${JSON.stringify(descending[0]?.name)}`),
    );
    const refusal = { code: 'object-corrupt', detail: { value: id, reason: 'duplicate-name' } };
    expect(() => decodeDir(id, worse)).toThrow(expect.objectContaining(refusal));
  });
});

describe('compareNames', () => {
  it('puts astral characters behind the last of the basic plane, as UTF-8 does', () => {
    expect(compareNames('\uffff', '\u{1f600}')).toBeLessThan(0);
    expect('\uffff' < '\u{1f600}').toBe(false);
  });

  it('puts a prefix in front', () => {
    expect(compareNames('a', 'a-b')).toBeLessThan(0);
    expect(compareNames('a-b', 'a.b')).toBeLessThan(0);
  });

  it('agrees with the bytes', () => {
    const text = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(text, text, text, (prefix, a, b) => {
        const bytes = Buffer.compare(Buffer.from(prefix + a), Buffer.from(prefix + b));
        expect(Math.sign(compareNames(prefix + a, prefix + b))).toBe(bytes);
      }),
      { numRuns: 1000 },
    );
  });
});

function row(change: Record<string, unknown>): string {
  return JSON.stringify({
    id: X,
    mode: 33_188,
    modifier: 'me@example.com',
    mtime: MTIME,
    name: 'x',
    size: 1,
    ...change,
  });
}

function decodeText(text: string) {
  const bytes = Buffer.from(text);
  return decodeDir(objectIdOf(bytes), bytes);
}
