import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  ID_LIST_MAX_BYTES,
  INFLATIONS_AT_ONCE,
  INFLATIONS_AT_ONCE_PER_PERSON,
  INFLATIONS_WAITING,
  INFLATIONS_WAITING_PER_PERSON,
  PACKED_AT_ONCE,
  PACKED_AT_ONCE_PER_PERSON,
  PACKED_WAITING,
  PACKED_WAITING_PER_PERSON,
  PACKED_WITHOUT_TURN_BYTES,
  PUSHED_PACK_MAX_BYTES,
} from '../../core/limits.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { SharedSemaphore } from '../../engine/scheduling/shared-semaphore.ts';
import { answerShareOf } from '../answer-memory.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { LIBRARY, queryOf } from '../request-context.ts';
import { sendPieces } from '../send-pieces.ts';
import type { HttpServices } from '../services.ts';
import { packObject, unpackObjects } from './fs-pack.ts';
import { bytesOf, commitIdIn, objectIdsOf, requiredCommitId, visitOf } from './sync-request.ts';

/** A pack is sent when it has this much; clients ask for the rest again. */
const PACK_BYTES = 1024 * 1024;
/** A piece of a list of ids has at least this length, and the ids of a whole folder. */
const IDS_PIECE_CHARS = 64 * 1024;

/** Official clients show the status alone, and log this. */
const RECEIVED_ERRORS: ErrorOverrides = {
  'argument-invalid': {
    status: 400,
    text: ({ value = '', reason = 'unreadable' }) =>
      `The object ${value} is not what a file or folder looks like (${reason}): have the client index it again.`,
  },
};

const OF_ONE_PERSON = {
  atOnce: INFLATIONS_AT_ONCE_PER_PERSON,
  waiting: INFLATIONS_WAITING_PER_PERSON,
};

const PACKINGS_OF_ONE_PERSON = { atOnce: PACKED_AT_ONCE_PER_PERSON, waiting: PACKED_WAITING_PER_PERSON };

/** Clients read a missing commit as trouble of the server, whatever the status. */
const LIST_ERRORS: ErrorOverrides = { 'commit-not-found': { status: 500, text: 'Commit not found.' } };

/** Files and folders: which there are, and their objects in packs. */
export function treeRoutes(app: FastifyInstance, { syncObjects }: HttpServices): void {
  const packings = new SharedSemaphore({ atOnce: PACKED_AT_ONCE, waiting: PACKED_WAITING });
  const inflations = new SharedSemaphore({ atOnce: INFLATIONS_AT_ONCE, waiting: INFLATIONS_WAITING });

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
    const { library, bearer } = visitOf(request);
    const ids = objectIdsOf(request);
    const sizes = await syncObjects.fsSizes(library.id, ids);
    const largestBytes = sizes.reduce((most, size) => Math.max(most, size), 0);
    const memory = answerShareOf(request, reply);
    const pack = async () => {
      await memory.take(PACK_BYTES + largestBytes);
      return packOf(ids, (id) => syncObjects.fsObject(library.id, id));
    };
    const shares = [{ sender: bearer.email, ...PACKINGS_OF_ONE_PERSON }];
    const isLarge = largestBytes > PACKED_WITHOUT_TURN_BYTES;
    const records = await (isLarge ? packings.run(pack, shares) : pack());
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
      const { library, bearer } = visitOf(request);
      const store = async () => syncObjects.putFs(library, await unpackObjects(bytesOf(request)));
      await inflations.run(store, [{ sender: bearer.email, ...OF_ONE_PERSON }]);
      return reply.send();
    },
  );
}

/** Records of the first of the objects, as many as a pack has. */
async function packOf(ids: readonly ObjectId[], read: (id: ObjectId) => Promise<Buffer>): Promise<Buffer[]> {
  const records: Buffer[] = [];
  let packBytes = 0;
  for (const id of ids) {
    const record = await packObject({ id, bytes: await read(id) });
    records.push(record);
    packBytes += record.length;
    if (packBytes >= PACK_BYTES) break;
  }
  return records;
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
