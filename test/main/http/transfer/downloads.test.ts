import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { zipStream } from '../../../../src-main/http/transfer/downloads.ts';
import type { ZipEntry } from '../../../../src-main/usecases/files/zip-downloads.ts';
import { unzipped } from '../../../support/unzipped.ts';

async function* bytes(): AsyncGenerator<Buffer> {
  yield Buffer.from('some ');
  yield Buffer.from('bytes');
}

describe('the stream of an archive', () => {
  it('dates what the format cannot date by what it can', async () => {
    async function* entries(): AsyncGenerator<ZipEntry> {
      yield { path: 'old', mtimeSeconds: -5, content: bytes() };
      yield { path: 'far/', mtimeSeconds: 1e12, content: null };
    }
    expect(unzipped(await buffer(zipStream(entries())))).toMatchObject([
      { name: 'old', text: 'some bytes', modified: '1980-1-2' },
      { name: 'far/', text: '', modified: '2107-12-30' },
    ]);
  });

  it('ends its entries when nobody reads it any more', async () => {
    const ended = Promise.withResolvers<void>();
    async function* entries(): AsyncGenerator<ZipEntry> {
      try {
        for (;;) yield { path: 'a', mtimeSeconds: 0, content: bytes() };
      } finally {
        ended.resolve();
      }
    }
    const stream = zipStream(entries());
    await once(stream, 'readable');
    stream.destroy();
    await expect(ended.promise).resolves.toBeUndefined();
  });

  it('breaks where its entries do', async () => {
    async function* entries(): AsyncGenerator<ZipEntry> {
      yield { path: 'a', mtimeSeconds: 0, content: bytes() };
      throw new Error('damaged');
    }
    await expect(buffer(zipStream(entries()))).rejects.toThrow('damaged');
  });
});
