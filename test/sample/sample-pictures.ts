import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import encodeJpeg, { init } from '@jsquash/jpeg/encode.js';
import { type SeededNumbers, seededNumbers } from '../support/seeded-numbers.ts';

/** Part of every JavaScript engine, and not of the types for Node. */
declare const WebAssembly: { compile(code: Uint8Array): Promise<object> };

type Colour = readonly [red: number, green: number, blue: number];

interface Light {
  readonly high: Colour;
  readonly low: Colour;
  readonly hills: readonly Colour[];
}

const WIDTH = 384;
const HEIGHT = 256;

const SUN: Colour = [255, 244, 214];

/**
 * What makes small files takes ten times as long as the picture itself. Codes are measured all the same: with those of the
 * standard the encoder reads what the picture before left, and a bit of some pictures is wrong.
 */
const QUICKLY = { quality: 78, progressive: false, optimize_coding: true };

/** Morning, noon, evening, autumn, winter and a lake at dusk. */
const LIGHTS: readonly Light[] = [
  {
    high: [120, 170, 220],
    low: [252, 214, 180],
    hills: [
      [150, 160, 170],
      [96, 120, 110],
      [52, 78, 58],
    ],
  },
  {
    high: [70, 140, 225],
    low: [200, 228, 250],
    hills: [
      [130, 165, 150],
      [86, 140, 80],
      [44, 98, 48],
    ],
  },
  {
    high: [62, 48, 110],
    low: [250, 150, 90],
    hills: [
      [140, 84, 104],
      [92, 52, 78],
      [44, 28, 48],
    ],
  },
  {
    high: [140, 175, 205],
    low: [245, 232, 205],
    hills: [
      [196, 150, 92],
      [168, 96, 50],
      [96, 58, 38],
    ],
  },
  {
    high: [160, 180, 205],
    low: [236, 242, 248],
    hills: [
      [214, 224, 236],
      [176, 194, 214],
      [120, 142, 168],
    ],
  },
  {
    high: [24, 40, 84],
    low: [150, 170, 200],
    hills: [
      [70, 92, 128],
      [40, 62, 98],
      [20, 34, 60],
    ],
  },
];

/** A landscape, in the light and with the hills that the seed says. */
function landscape(seed: number): Uint8ClampedArray {
  const numbers = seededNumbers(seed);
  const light = numbers.pick(LIGHTS);
  const ridges = light.hills.map((_, at) => ridge(numbers, HEIGHT * (0.45 + at * 0.17)));
  const sun = { x: numbers.below(WIDTH), y: 30 + numbers.below(90), radius: 12 + numbers.below(22) };
  const sky = Array.from({ length: HEIGHT }, (_, y) => mixed(light.high, light.low, y / (HEIGHT * 0.7)));
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let x = 0; x < WIDTH; x++) {
    const edges = ridges.map((edgeAt) => edgeAt(x));
    for (let y = 0; y < HEIGHT; y++) {
      const isSun = (x - sun.x) ** 2 + (y - sun.y) ** 2 < sun.radius ** 2;
      const behind = isSun ? SUN : sky[y];
      paint(pixels, (y * WIDTH + x) * 4, light.hills[edges.findLastIndex((edge) => y > edge)] ?? behind);
    }
  }
  return pixels;
}

/** Sets a pixel, a little lighter or darker than its neighbours, as the sensor of a camera does. */
function paint(pixels: Uint8ClampedArray, at: number, [red, green, blue]: Colour = SUN): void {
  const grain = ((Math.imul(at + red, 0x9e3779b1) >>> 24) - 128) / 12;
  pixels[at] = red + grain;
  pixels[at + 1] = green + grain;
  pixels[at + 2] = blue + grain;
  pixels[at + 3] = 255;
}

/** Where a chain of hills ends and the sky begins, by column. */
function ridge(numbers: SeededNumbers, level: number): (x: number) => number {
  const waves = [1, 2, 3].map((wave) => ({
    height: (26 + numbers.below(24)) / wave,
    length: (140 + numbers.below(160)) / wave,
    shift: numbers.below(400),
  }));
  return (x) =>
    waves.reduce((y, { height, length, shift }) => y + height * Math.sin((x + shift) / length), level);
}

function mixed(from: Colour, to: Colour, share: number): Colour {
  const part = Math.min(1, Math.max(0, share));
  return [0, 1, 2].map((at) => (from[at] ?? 0) + ((to[at] ?? 0) - (from[at] ?? 0)) * part) as [
    number,
    number,
    number,
  ];
}

let encoder: Promise<void> | null = null;

async function prepareEncoder(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm');
  await init((await WebAssembly.compile(readFileSync(path))) as never);
}

/** A photograph: the same bytes for the same seed. */
export async function photo(seed: number): Promise<Buffer> {
  encoder ??= prepareEncoder();
  await encoder;
  const picture = { width: WIDTH, height: HEIGHT, data: landscape(seed) };
  return Buffer.from(await encodeJpeg(picture as never, QUICKLY));
}

/** A drawing of coloured areas, as a plan or a chart is: the same bytes for the same seed. */
export function drawing(seed: number): Buffer {
  const numbers = seededNumbers(seed);
  const [width, height, cell] = [240, 160, 40];
  const columns = width / cell;
  const colours = Array.from({ length: columns * (height / cell) }, () => [
    90 + numbers.below(160),
    90 + numbers.below(160),
    90 + numbers.below(160),
  ]);
  const rows: Buffer[] = [];
  for (let y = 0; y < height; y++) {
    const row = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x++)
      row.set(colours[Math.floor(y / cell) * columns + Math.floor(x / cell)] ?? [], 1 + x * 3);
    rows.push(row);
  }
  return png({ width, height }, Buffer.concat(rows));
}

/** A PNG file of rows that each begin with their filter's number (https://www.w3.org/TR/png-3/). */
function png({ width, height }: { width: number; height: number }, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    pngPart('IHDR', header),
    pngPart('IDAT', deflateSync(rows)),
    pngPart('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

function pngPart(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}
