import type { FastifyInstance } from 'fastify';
import { answerShareOf } from '../answer-memory.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { COMMIT, commitIdOf, LIBRARY } from '../request-context.ts';
import { unreadableBody } from '../request-error.ts';
import { sendPieces } from '../send-pieces.ts';
import type { HttpServices } from '../services.ts';
import { bytesOf, OBJECT, objectIdIn, objectIdsOf, visitOf } from './sync-request.ts';

/** Descriptions name a few files; commits of clients have less than one thousand bytes. */
const MAX_COMMIT_BYTES = 256 * 1024;
/** Lists of 10,000 ids. */
const MAX_LIST_BYTES = 1024 * 1024;
/** Clients cut blocks of 6 to 10 MiB; one that was told to cut larger ones doubles what it was told. */
const MAX_BLOCK_BYTES = 64 * 1024 * 1024;

const FILE_MISSING: ErrorOverrides = { 'object-corrupt': { status: 404, text: 'File not found' } };

/** Commits and blocks, one by one. */
export function objectRoutes(app: FastifyInstance, { syncObjects }: HttpServices): void {
  const commits = `/repo/${LIBRARY}/commit/${COMMIT}`;
  const blocks = `/repo/${LIBRARY}/block/${OBJECT}`;

  app.get(commits, { exposeHeadRoute: false }, async (request, reply) => {
    const { library } = visitOf(request);
    return reply.type('application/json').send(await syncObjects.commit(library.id, commitIdOf(request)));
  });

  app.put(
    commits,
    { bodyLimit: MAX_COMMIT_BYTES, config: { isForWriters: true } },
    async (request, reply) => {
      await syncObjects.putCommit(visitOf(request).library, commitIdOf(request), bytesOf(request));
      return reply.send();
    },
  );

  app.get(blocks, { exposeHeadRoute: false }, async (request, reply) => {
    const memory = answerShareOf(request, reply);
    const block = await syncObjects.block(visitOf(request).library.id, objectIdIn(request), memory);
    reply.type('application/octet-stream').header('content-length', block.length);
    return sendPieces(reply, [block]);
  });

  app.put(blocks, { bodyLimit: MAX_BLOCK_BYTES, config: { isForWriters: true } }, async (request, reply) => {
    const bytes = bytesOf(request);
    if (bytes.length === 0) throw unreadableBody('The block is empty.');
    await syncObjects.putBlock(visitOf(request).library, objectIdIn(request), bytes);
    return reply.send();
  });

  app.post(`/repo/${LIBRARY}/check-blocks`, { bodyLimit: MAX_LIST_BYTES }, async (request, reply) => {
    const lacking = await syncObjects.lacking(visitOf(request).library.id, 'block', objectIdsOf(request));
    return reply.type('application/json').send(JSON.stringify(lacking));
  });

  app.get(
    `/repo/${LIBRARY}/block-map/${OBJECT}`,
    { exposeHeadRoute: false, config: { errors: FILE_MISSING } },
    async (request, reply) => {
      const sizes = await syncObjects.blockSizes(visitOf(request).library.id, objectIdIn(request));
      return reply.type('application/json').send(JSON.stringify(sizes));
    },
  );
}
