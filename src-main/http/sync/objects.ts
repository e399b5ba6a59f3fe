import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  ID_LIST_MAX_BYTES,
  PUSHED_BLOCK_MAX_BYTES,
  PUSHED_COMMIT_MAX_BYTES,
  PUSHED_PACK_MAX_BYTES,
} from '../../core/limits.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { answerShareOf } from '../answer-memory.ts';
import { type ErrorOverrides, worded } from '../error-wording.ts';
import { COMMIT, commitIdOf, LIBRARY, queryOf } from '../request-context.ts';
import { unreadableBody } from '../request-error.ts';
import { sendPieces } from '../send-pieces.ts';
import type { HttpServices } from '../services.ts';
import { createFsPackTurns } from './fs-pack.ts';
import {
  bytesOf,
  commitIdIn,
  OBJECT,
  objectIdIn,
  objectIdsOf,
  requiredCommitId,
  visitOf,
} from './sync-request.ts';

const FILE_MISSING: ErrorOverrides = { 'object-corrupt': { status: 404, text: 'File not found' } };

/** Commits and blocks, one by one. */
export function objectRoutes(app: FastifyInstance, { engine: { syncObjects } }: HttpServices): void {
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

/** A piece of a list of ids has at least this length, and the ids of a whole folder. */
const IDS_PIECE_CHARS = 64 * 1024;

/** Official clients show the status alone, and log this. */
const RECEIVED_ERRORS: ErrorOverrides = {
  'argument-invalid': worded(
    ({ value = '', reason = 'unreadable' }) =>
      `The object ${value} is not what a file or folder looks like (${reason}): have the client index it again.`,
  ),
};

/** Clients read a missing commit as trouble of the server, whatever the status. */
const LIST_ERRORS: ErrorOverrides = { 'commit-not-found': { status: 500, text: 'Commit not found.' } };

/** Files and folders: which there are, and their objects in packs. */
export function treeRoutes(app: FastifyInstance, { engine: { syncObjects } }: HttpServices): void {
  const packs = createFsPackTurns(syncObjects);

  app.get(
    `/repo/${LIBRARY}/fs-id-list`,
    { exposeHeadRoute: false, config: { errors: LIST_ERRORS } },
    async (request, reply) => {
      const ids = await syncObjects.fetchList(visitOf(request).library.id, {
        serverHead: requiredCommitId(request, 'server-head'),
        clientHead: commitIdIn(request, 'client-head'),
        dirsOnly: queryOf(request).text('dir-only') === '1',
      });
      // An error breaks the connection off, so that a cut list never looks whole.
      return reply.type('application/json').send(Readable.from(jsonArray(ids), { highWaterMark: 1 }));
    },
  );

  app.post(`/repo/${LIBRARY}/pack-fs`, { bodyLimit: ID_LIST_MAX_BYTES }, async (request, reply) => {
    const memory = answerShareOf(request, reply);
    const records = await packs.pack(visitOf(request), objectIdsOf(request), memory);
    const packBytes = records.reduce((sum, { length }) => sum + length, 0);
    reply.type('application/octet-stream').header('content-length', packBytes);
    return sendPieces(reply, records);
  });

  app.post(`/repo/${LIBRARY}/check-fs`, { bodyLimit: ID_LIST_MAX_BYTES }, async (request, reply) => {
    const missing = await syncObjects.missing(visitOf(request).library.id, 'fs', objectIdsOf(request));
    return reply.type('application/json').send(JSON.stringify(missing));
  });

  app.post(
    `/repo/${LIBRARY}/recv-fs`,
    { bodyLimit: PUSHED_PACK_MAX_BYTES, config: { isForWriters: true, errors: RECEIVED_ERRORS } },
    async (request, reply) => {
      await packs.unpack(visitOf(request), bytesOf(request));
      return reply.send();
    },
  );
}

/** A JSON array of the ids, piece by piece; nothing of it is kept. A folder has one id at least: its own. */
async function* jsonArray(listed: AsyncIterable<readonly ObjectId[]>): AsyncGenerator<string> {
  let piece = '[';
  let separator = '';
  for await (const ids of listed) {
    piece += `${separator}"${ids.join('","')}"`;
    separator = ',';
    if (piece.length < IDS_PIECE_CHARS) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]`;
}
