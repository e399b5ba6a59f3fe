import { describe, expect, it } from 'vitest';
import { type Dirent, encodeDir, FILE_MODE } from '../../../../src-main/core/objects/dir-object.ts';
import { type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { requireReceivedObjectInSteps } from '../../../../src-main/core/objects/received-object.ts';
import { inOneGo } from '../../../../src-main/core/steps.ts';

const BLOCK = 'a'.repeat(40) as ObjectId;

function rows(count: number): Dirent[] {
  return Array.from({ length: count }, (_, at) => {
    const name = `${at}`.padStart(7, '0');
    const rest = { mode: FILE_MODE, mtimeSeconds: 1, sizeBytes: 1, modifier: 'anna@example.com' };
    return { kind: 'file', name, id: BLOCK, ...rest };
  });
}

function stepsOf(bytes: Buffer): number {
  const steps = requireReceivedObjectInSteps(objectIdOf(bytes), bytes);
  let count = 0;
  while (steps.next().done !== true) count += 1;
  return count;
}

function fileText(size: number, blocks: number): Buffer {
  const ids = Array(blocks).fill(`"${BLOCK}"`).join(', ');
  return Buffer.from(`{"block_ids": [${ids}], "size": ${size}, "type": 1, "version": 1}`);
}

const receive = (bytes: Buffer) => inOneGo(requireReceivedObjectInSteps(objectIdOf(bytes), bytes));

describe('a long folder that is brought', () => {
  it('is looked at in steps', () => {
    const { bytes } = encodeDir(rows(60_000));
    expect(bytes.length).toBeGreaterThan(8_000_000);
    expect(stepsOf(bytes)).toBeGreaterThan(12);
  });

  it('is refused before it is read as a whole when it is spelled otherwise', () => {
    const { bytes } = encodeDir(rows(20_000));
    const spaced = Buffer.from(`${bytes.toString().slice(0, -1)} }`);
    expect(() => receive(spaced)).toThrow('not-canonical');
  });

  it('is refused without being sorted when its rows are out of order', () => {
    const text = encodeDir(rows(20_000)).bytes.toString();
    const swapped = Buffer.from(
      text.replace('"0019999"', '"0000000"').replace(/"0000000"(?=[^"]*"size": 1}\])/, '"0019999"'),
    );
    expect(() => receive(swapped)).toThrow('not-canonical');
  });
});

describe('a folder that is brought', () => {
  it.each([2, 20_000])('is refused when two of %d rows have one name', (count) => {
    const text = encodeDir(rows(count)).bytes.toString();
    const twins = Buffer.from(text.replace('"name": "0000001"', '"name": "0000000"'));
    expect(() => receive(twins)).toThrow('duplicate-name');
  });
});

describe('whoever changed a file, in a folder that is brought', () => {
  it.each(['x'.repeat(256), 'anna\r\nA: b', '\u001b[2J'])('is nobody called %j', (modifier) => {
    const [row] = rows(1);
    const { bytes } = encodeDir([{ ...row, modifier } as Dirent]);
    expect(() => receive(bytes)).toThrow('modifier');
  });
});

describe('the object of a file that is brought', () => {
  it('is taken when every block may hold something', () => {
    receive(fileText(3, 3));
    receive(fileText(2 ** 44, 3));
  });

  it.each([
    [2, 3, 'size-untrue'],
    [2 ** 44 + 1, 3, 'too-large'],
    [Number.MAX_SAFE_INTEGER, 1, 'too-large'],
    [600_000, 524_300, 'too-many-blocks'],
  ])('is refused with %d bytes in %d blocks', (size, blocks, reason) => {
    expect(() => receive(fileText(size, blocks))).toThrow(reason);
  });
});
