import { describe, expect, it } from 'vitest';
import { firstFrame } from '../../../src-main/pictures/gif-frame.ts';

/** 10 by 10 pixels, with codes that grow and one that is used as it is being made. */
const SAMPLE = Buffer.from(
  '4749463839610a000a00910000ffffffff00000000ff00000021f9040000000000' +
    '2c000000000a000a00000216' +
    '8c2d99872a1cdc33a00275ec95faa8de608c04914c01003b',
  'hex',
);
const DESCRIPTOR = SAMPLE.indexOf(0x2c);
const SIZE = { width: 10, height: 10 };
const LETTERS: Readonly<Record<string, string>> = {
  '255,255,255,255': '.',
  '255,0,0,255': 'r',
  '0,0,255,255': 'b',
  '0,0,0,0': ' ',
  '0,0,255,0': ' ',
};

const ROWS = [
  ...['rrrrrbbbbb', 'rrrrrbbbbb', 'rrrrrbbbbb', 'rrr....bbb', 'rrr....bbb'],
  ...['bbb....rrr', 'bbb....rrr', 'bbbbbrrrrr', 'bbbbbrrrrr', 'bbbbbrrrrr'],
];

/** The pixels, a letter each, row by row; null where there is no picture. */
function shown(gif: Buffer, size = SIZE): string[] | null {
  const pixels = firstFrame(Uint8Array.from(gif).buffer, size);
  if (pixels === null) return null;
  const letters = Array.from({ length: size.width * size.height }, (_, at) => {
    return LETTERS[pixels.data.subarray(at * 4, at * 4 + 4).join()] ?? '?';
  });
  return Array.from({ length: size.height }, (_, y) =>
    letters.slice(y * size.width, (y + 1) * size.width).join(''),
  );
}

function changed(change: (gif: Buffer) => void): Buffer {
  const gif = Buffer.from(SAMPLE);
  change(gif);
  return gif;
}

describe('the first picture of a GIF', () => {
  it('has the colours of its pixels', () => {
    expect(shown(SAMPLE)).toEqual(ROWS);
  });

  it('has its rows in order when they come interlaced', () => {
    const interlaced = changed((gif) => gif.writeUInt8(0x40, DESCRIPTOR + 9));
    const order = [0, 8, 4, 2, 6, 1, 3, 5, 7, 9];
    const rows: (string | undefined)[] = [];
    for (const [from, to] of order.entries()) rows[to] = ROWS[from];
    expect(shown(interlaced)).toEqual(rows);
  });

  it('lies where it says, with nothing around it', () => {
    const moved = changed((gif) => gif.writeUInt16LE(1, DESCRIPTOR + 1));
    expect(shown(moved, { width: 12, height: 10 })).toEqual(ROWS.map((row) => ` ${row} `));
  });

  it('lets through what lies behind its transparent colour', () => {
    const transparent = changed((gif) => {
      gif.writeUInt8(1, DESCRIPTOR - 5);
      gif.writeUInt8(2, DESCRIPTOR - 2);
    });
    expect(shown(transparent)).toEqual(ROWS.map((row) => row.replaceAll('b', ' ')));
  });

  it('is none where it reaches beyond what it is drawn on', () => {
    expect(shown(SAMPLE, { width: 9, height: 10 })).toBeNull();
  });

  it('has the first colour where its content ends early or makes no sense', () => {
    const early = changed((gif) => gif.fill(0xff, DESCRIPTOR + 12, gif.length - 2));
    expect(shown(early)).toEqual(Array.from({ length: 10 }, () => '..........'));
    const wide = changed((gif) => gif.writeUInt8(12, DESCRIPTOR + 10));
    expect(shown(wide)).toEqual(Array.from({ length: 10 }, () => '..........'));
  });
});
