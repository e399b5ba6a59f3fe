import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import encodeJpeg, { init } from '@jsquash/jpeg/encode.js';

/** Part of every JavaScript engine, and not of the types for Node. */
declare const WebAssembly: { compile(code: Uint8Array): Promise<object> };

interface Size {
  readonly width: number;
  readonly height: number;
}

export const HOSTILE_KINDS = ['huge.png', 'broken.jpg', 'animated.gif'] as const;
export const LONG_LINE = 'a line.txt';

/** Small pictures that all differ, of 320 by 240 pixels in one colour each. */
export function fillPictures(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < count; at += 1)
    writeFileSync(join(folder, `${pictureName(at)}.png`), colouredPng(at, { width: 320, height: 240 }));
}

/** Photographs as phones make them, of 12 million pixels: one picture, in files that all differ. */
export async function fillPhotos(folder: string, count: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const photo = await photograph({ width: 4000, height: 3000 });
  for (let at = 0; at < count; at += 1)
    writeFileSync(join(folder, `${pictureName(at)}.jpg`), Buffer.concat([photo, Buffer.from(`${at}`)]));
}

/**
 * What costs more than it looks, `each` of a kind: a PNG said to be of 50,000 by 50,000 pixels, a JPEG that breaks off, an
 * animation of a gigabyte; and one line of 50 MB.
 */
export async function fillHostile(folder: string, each: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const photo = await photograph({ width: 4000, height: 3000 });
  const kinds: Record<(typeof HOSTILE_KINDS)[number], Buffer> = {
    'huge.png': colouredPng(7, { width: 50_000, height: 50_000 }, 240),
    'broken.jpg': photo.subarray(0, photo.length / 2),
    'animated.gif': animation({ width: 4000, height: 4000 }, 16),
  };
  for (let at = 0; at < each; at += 1)
    for (const [name, bytes] of Object.entries(kinds))
      writeFileSync(join(folder, `${pictureName(at)}-${name}`), Buffer.concat([bytes, Buffer.from(`${at}`)]));
  writeFileSync(join(folder, LONG_LINE), Buffer.alloc(50_000_000, 'line '));
}

export function pictureName(at: number): string {
  return `picture-${String(at).padStart(6, '0')}`;
}

/** A landscape of waves with the grain of a camera's sensor. */
async function photograph({ width, height }: Size): Promise<Buffer> {
  const path = createRequire(import.meta.url).resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm');
  await init((await WebAssembly.compile(readFileSync(path))) as never);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    const grain = ((Math.imul(at, 0x9e3779b1) >>> 24) - 128) / 12;
    const hill = 60 * Math.sin(x / 370) * Math.sin(y / 290);
    data.set([120 + hill + grain, 110 + y / 40 + grain, 190 - y / 25 + hill + grain, 255], at);
  }
  const wanted = { quality: 85, progressive: false, optimize_coding: true };
  return Buffer.from(await encodeJpeg({ width, height, data } as never, wanted));
}

/** A PNG with a palette of one colour. @param rows how many there are, whatever its head says */
function colouredPng(colour: number, { width, height }: Size, rows: number = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, each the number of a colour.
  header.set([8, 3], 8);
  const palette = Buffer.alloc(3);
  palette.writeUIntBE((colour * 7_919) % 0x1000000, 0, 3);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(Buffer.alloc(rows * (width + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A GIF whose frames are as large as what they are drawn on, and of which only the first pixels come. */
function animation({ width, height }: Size, frames: number): Buffer {
  const head = Buffer.from('47494638396100000000800000000000ffffff', 'hex');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from('2c00000000000000000002012c00', 'hex');
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}
