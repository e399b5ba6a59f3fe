import { get } from 'node:http';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { AnswerMemory } from '../../../../src-main/http/answer-memory.ts';
import {
  contentDisposition,
  fileHeaders,
  rangeAnswer,
  sendFile,
} from '../../../../src-main/http/transfer/send-file.ts';

const BLOCK_BYTES = 2 * 1024 * 1024;
const MANY = 100;
const FILE_ID = 'a'.repeat(40) as ObjectId;

/** The address of a file of many blocks, with what became of the blocks that were read. */
async function serve(read: (blocks: Buffer[]) => AsyncGenerator<Buffer>) {
  const blocks: Buffer[] = [];
  const app = fastify();
  app.decorate('answerMemory', new AnswerMemory());
  app.decorateRequest('caller', null);
  app.decorateRequest('syncVisit', null);
  app.get('/', (request, reply) => {
    const file = { id: FILE_ID, name: 'large.bin' };
    const content = { sizeBytes: MANY * BLOCK_BYTES, read: () => read(blocks) };
    return sendFile(request, reply, { file, isEncrypted: false, content });
  });
  onTestFinished(() => app.close());
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), blocks };
}

async function* manyBlocks(blocks: Buffer[]): AsyncGenerator<Buffer> {
  for (let fill = 0; fill < MANY; fill += 1) {
    const block = Buffer.alloc(BLOCK_BYTES, fill);
    blocks.push(block);
    yield block;
  }
}

describe('sending a file', () => {
  it('brings every byte, and gives the memory of each block back', async () => {
    const { url, blocks } = await serve(manyBlocks);
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, FILE_ID]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes).toHaveLength(209_715_200);
    const firsts = Array.from({ length: MANY }, (_, at) => bytes[at * BLOCK_BYTES]);
    expect(firsts).toEqual(Array.from({ length: MANY }, (_, at) => at));
    expect(blocks.map((block) => block.length).filter((length) => length > 0)).toEqual([]);
  });

  it('reads no further once the client is gone', async () => {
    const ended = Promise.withResolvers<number>();
    const { url } = await serve(async function* (blocks) {
      try {
        yield* manyBlocks(blocks);
      } finally {
        ended.resolve(blocks.length);
      }
    });
    const request = get(url, (answer) => answer.once('data', () => request.destroy()));
    request.on('error', () => undefined);
    expect(await ended.promise).toBeLessThan(MANY);
  });

  it('breaks the connection off where the file turns out to be unreadable', async () => {
    const { url } = await serve(async function* () {
      yield Buffer.alloc(BLOCK_BYTES, 1);
      throw new Error('damaged');
    });
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  });

  it('has an answer for a file of which nothing can be read', async () => {
    const { url } = await serve(async function* () {
      yield await Promise.reject<Buffer>(new Error('damaged'));
    });
    expect((await fetch(url)).status).toBe(500);
  });
});

describe('rangeAnswer', () => {
  it('serves one satisfiable range only', () => {
    expect(rangeAnswer(undefined, 10)).toEqual({ kind: 'whole' });
    expect(rangeAnswer('lines=1-2', 10)).toEqual({ kind: 'whole' });
    expect(rangeAnswer('bytes=0-99', 10)).toEqual({ kind: 'part', first: 0, last: 9 });
    expect(rangeAnswer('bytes=-99', 10)).toEqual({ kind: 'part', first: 0, last: 9 });
    for (const header of [
      'bytes=',
      'bytes=-',
      'bytes=5-4',
      'bytes=10-',
      'bytes=0-1,3-4',
      'bytes=a-b',
      'bytes=-0',
    ]) {
      expect([header, rangeAnswer(header, 10).kind]).toEqual([header, 'unsatisfiable']);
    }
    expect(rangeAnswer('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' });
  });
});

describe('the type of a file', () => {
  it.each([
    ['photo.JPG', 'image/jpeg'],
    ['icon.ico', 'image/vnd.microsoft.icon'],
    ['song.mp3', 'audio/mpeg'],
    ['film.mp4', 'video/mp4'],
    ['paper.pdf', 'application/pdf'],
    ['notes.txt', 'text/plain'],
    ['table.csv', 'text/csv'],
    ['code.ts', 'video/mp2t'],
  ])('is its own by the name %s', (name, type) => {
    expect(fileHeaders({ id: FILE_ID, name }, false)['content-type']).toBe(type);
  });

  it.each([
    ...['page.html', 'page.xhtml', 'page.mht', 'drawing.svg', 'data.xml', 'data.json', 'sheet.xsl'],
    ...[
      'code.js',
      'code.mjs',
      'style.css',
      'code.wasm',
      'app.webmanifest',
      'film.vtt',
      'list.m3u8',
      'page.htc',
    ],
    ...['no-extension', 'js', '.js', 'x.js.unknown'],
  ])('is none that a page could run or be made of by the name %s', (name) => {
    expect(fileHeaders({ id: FILE_ID, name }, false)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': expect.stringMatching(/^attachment;/),
    });
  });
});

describe('contentDisposition', () => {
  it('lets no name break out of the header', () => {
    expect(contentDisposition('a"\r\nX: y\\%.txt')).toBe(
      `attachment;filename*=utf-8''a%22%0D%0AX%3A%20y%5C%25.txt;filename="a___X: y__.txt"`,
    );
    expect(contentDisposition('\ud800')).toBe(`attachment;filename*=utf-8''%EF%BF%BD;filename="_"`);
  });
});
