import type { FastifyInstance } from 'fastify';
import { ID_LIST_MAX_BYTES, PUSHED_BLOCK_MAX_BYTES, PUSHED_COMMIT_MAX_BYTES } from '../../core/limits.ts';
import { answerShareOf } from '../answer-memory.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { COMMIT, commitIdOf, LIBRARY } from '../request-context.ts';
import { unreadableBody } from '../request-error.ts';
import { sendPieces } from '../send-pieces.ts';
import type { HttpServices } from '../services.ts';
import { bytesOf, OBJECT, objectIdIn, objectIdsOf, visitOf } from './sync-request.ts';

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
    { bodyLimit: PUSHED_COMMIT_MAX_BYTES, config: { isForWriters: true } },
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

  app.put(
    blocks,
    { bodyLimit: PUSHED_BLOCK_MAX_BYTES, config: { isForWriters: true } },
    async (request, reply) => {
      const bytes = bytesOf(request);
      if (bytes.length === 0) throw unreadableBody('The block is empty.');
      await syncObjects.putBlock(visitOf(request).library, objectIdIn(request), bytes);
      return reply.send();
    },
  );

  app.post(`/repo/${LIBRARY}/check-blocks`, { bodyLimit: ID_LIST_MAX_BYTES }, async (request, reply) => {
    const missing = await syncObjects.missing(visitOf(request).library.id, 'block', objectIdsOf(request));
    return reply.type('application/json').send(JSON.stringify(missing));
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
