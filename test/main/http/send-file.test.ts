import { get } from 'node:http';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ObjectId } from '../../../src-main/core/objects/object-id.ts';
import { AnswerMemory } from '../../../src-main/http/answer-memory.ts';
import { sendFile } from '../../../src-main/http/transfer/send-file.ts';

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
