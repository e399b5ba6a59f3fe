import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { makeZip } from 'client-zip';
import type { ZipEntry } from '../../usecases/files/zip-downloads.ts';

/** What the format can date: from 1980 on, and seven bits of years. */
const FIRST_SECONDS = Date.UTC(1980, 0, 2) / 1000;
const LAST_SECONDS = Date.UTC(2107, 11, 30) / 1000;

/** An archive of stored files, made as it is read; zip64 where sizes need it. */
export function zipStream(entries: AsyncGenerator<ZipEntry>): Readable {
  const stream = Readable.fromWeb(makeZip(filesOf(entries)) as ReadableStream, { highWaterMark: 1 });
  // The archive does not tell its entries when it is no longer read.
  stream.once('close', () => entries.return(undefined).then(undefined, () => undefined));
  return stream;
}

async function* filesOf(entries: AsyncGenerator<ZipEntry>) {
  for await (const { path, mtimeSeconds, content } of entries) {
    const seconds = Math.min(Math.max(mtimeSeconds, FIRST_SECONDS), LAST_SECONDS);
    const facts = { name: path, lastModified: new Date(seconds * 1000) };
    yield content === null ? facts : { ...facts, input: content };
  }
}
