import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

/** Small files that all differ, named so that they sort by their number. */
export function fillFolder(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < count; at += 1)
    writeFileSync(join(folder, `${fileName(at)}.txt`), `note ${folder} ${at}`);
}

/** Small pictures that all differ, of 320 by 240 pixels in one colour each. */
export function fillPictures(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < count; at += 1)
    writeFileSync(join(folder, `${pictureName(at)}.png`), colouredPng(at, { width: 320, height: 240 }));
}

export function pictureName(at: number): string {
  return `picture-${String(at).padStart(6, '0')}`;
}

/** A PNG with a palette of one colour. */
function colouredPng(colour: number, { width, height }: { width: number; height: number }): Buffer {
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
    chunk('IDAT', deflateSync(Buffer.alloc(height * (width + 1)))),
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

export function fileName(at: number): string {
  return `note-${String(at).padStart(6, '0')}`;
}
