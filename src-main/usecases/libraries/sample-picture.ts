const [WIDTH, HEIGHT] = [240, 160];
const SKY_SHADES = 48;

export type Light = 'morning' | 'noon' | 'dusk' | 'winter';

type Colour = readonly [red: number, green: number, blue: number];

interface Scene {
  readonly high: Colour;
  readonly low: Colour;
  readonly hills: readonly [far: Colour, near: Colour];
}

const SCENES: Readonly<Record<Light, Scene>> = {
  morning: {
    ...{ high: [120, 170, 220], low: [252, 214, 180] },
    hills: [
      [120, 140, 130],
      [52, 78, 58],
    ],
  },
  noon: {
    ...{ high: [70, 140, 225], low: [200, 228, 250] },
    hills: [
      [96, 150, 100],
      [44, 98, 48],
    ],
  },
  dusk: {
    ...{ high: [62, 48, 110], low: [250, 150, 90] },
    hills: [
      [120, 66, 90],
      [44, 28, 48],
    ],
  },
  winter: {
    ...{ high: [160, 180, 205], low: [236, 242, 248] },
    hills: [
      [196, 208, 224],
      [120, 142, 168],
    ],
  },
};

/** A small landscape as a PNG. It has a palette and is not compressed, so that nothing but arithmetic makes it. */
export function samplePicture(light: Light, hasSun: boolean): Uint8Array<ArrayBuffer> {
  const { high, low, hills } = SCENES[light];
  const sky = Array.from({ length: SKY_SHADES }, (_, at) => mix(high, low, at / (SKY_SHADES - 1)));
  const palette = [...sky, ...hills, [255, 244, 214] as const];
  const rows: number[] = [];
  for (let y = 0; y < HEIGHT; y++) {
    rows.push(0);
    for (let x = 0; x < WIDTH; x++) rows.push(shadeAt(x, y, hasSun));
  }
  const header = [...u32(WIDTH), ...u32(HEIGHT), 8, 3, 0, 0, 0];
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', header),
    ...chunk('PLTE', palette.flat()),
    ...chunk('IDAT', zlibStored(rows)),
    ...chunk('IEND', []),
  ]);
}

/** Which colour of the palette. */
function shadeAt(x: number, y: number, hasSun: boolean): number {
  if (y > 112 + 14 * Math.sin(x / 37) + 5 * Math.sin(x / 11)) return SKY_SHADES + 1;
  if (y > 84 + 18 * Math.sin(x / 53 + 2) + 6 * Math.cos(x / 17)) return SKY_SHADES;
  if (hasSun && (x - 178) ** 2 + (y - 40) ** 2 < 225) return SKY_SHADES + 2;
  return Math.min(SKY_SHADES - 1, Math.floor((y / 110) * SKY_SHADES));
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const between = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share);
  return [between(0), between(1), between(2)];
}

const u32 = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);

function chunk(name: string, data: readonly number[]): number[] {
  const body = [...Buffer.from(name, 'latin1'), ...data];
  return [...u32(data.length), ...body, ...u32(crc32(body))];
}

/** Zlib's format, with blocks that are stored as they are. */
function zlibStored(data: readonly number[]): number[] {
  const [blocks, most]: [number[], number] = [[], 0xffff];
  for (let at = 0; at < data.length; at += most) {
    const part = data.slice(at, at + most);
    const [low, high] = [part.length & 0xff, part.length >>> 8];
    blocks.push(at + most >= data.length ? 1 : 0, low, high, low ^ 0xff, high ^ 0xff);
    for (const byte of part) blocks.push(byte);
  }
  let [a, b] = [1, 0];
  for (const byte of data) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return [0x78, 0x01, ...blocks, ...u32(b * 65_536 + a)];
}

function crc32(bytes: readonly number[]): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
