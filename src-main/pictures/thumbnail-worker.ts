import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import encodePng, { init as initEncoder } from '@jsquash/png/encode.js';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import { firstFrame } from './gif-frame.ts';
import { type PictureHeader, pictureHeader } from './picture-header.ts';
import { type Pixels, shrink } from './shrink.ts';
import type { ThumbnailReply, ThumbnailRequest } from './thumbnail-thread.ts';

/**
 * Entry of the thread that decodes pictures. The WebAssembly codecs are sandboxed, and hostile pictures only cost this
 * thread.
 */

/** As large as cameras make; a decoded picture takes some ten bytes per pixel. */
const MAX_PIXELS = 24_000_000;

const { resolve } = createRequire(import.meta.url);

// The codecs return this class, which browsers have and Node lacks.
Object.assign(globalThis, {
  ImageData: class {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;

    constructor(data: Uint8ClampedArray, width: number, height: number) {
      this.data = data;
      this.width = width;
      this.height = height;
    }
  },
});

/** Part of every JavaScript engine, but not of the types for Node. */
declare const WebAssembly: { compile(code: Uint8Array): Promise<object> };

const ready = prepare();

async function prepare(): Promise<void> {
  await initJpeg(await compiled('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
  await initWebp(await compiled('@jsquash/webp/codec/dec/webp_dec.wasm'));
  const png = await compiled('@jsquash/png/codec/pkg/squoosh_png_bg.wasm');
  await initPng(png);
  await initEncoder(png);
}

function compiled(name: string) {
  return WebAssembly.compile(readFileSync(resolve(name)));
}

parentPort?.on('message', (request: ThumbnailRequest) => {
  const answer = (reply: ThumbnailReply) => parentPort?.postMessage(reply);
  ready.then(() => thumbnail(request)).then(answer, () => answer(null));
});

async function thumbnail({ bytes, size }: ThumbnailRequest): Promise<ThumbnailReply> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = pictureHeader(file);
  if (header === null || header.width * header.height > MAX_PIXELS) return null;
  const picture = await opened(header, Uint8Array.from(file).buffer);
  return picture === null ? null : new Uint8Array(await encodePng(shrink(picture, size)));
}

/** Null when it is damaged: the codecs throw all kinds of errors then. */
async function opened(header: PictureHeader, file: ArrayBuffer): Promise<Pixels | null> {
  try {
    switch (header.kind) {
      case 'png':
        return await decodePng(file);
      case 'jpeg':
        return await decodeJpeg(file, { preserveOrientation: true });
      case 'webp':
        return await decodeWebp(file);
      case 'gif':
        return firstFrame(file, header);
    }
  } catch {
    return null;
  }
}
