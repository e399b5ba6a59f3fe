import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { isLibraryId } from '../../core/library/library-id.ts';
import { ASKED_HEADS_MAX, ASKED_HEADS_MAX_BYTES, DEVICE_NAME_MAX_BYTES } from '../../core/limits.ts';
import { isId } from '../../core/objects/object-id.ts';
import type { ListedLibrary } from '../../usecases/libraries/library-listing.ts';
import { expectBody } from '../body-parsers.ts';
import { PUSH_REFUSALS } from '../error-tables/seafhttp.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { LIBRARY_FORMAT } from '../present/libraries.ts';
import { ownerId } from '../present/values.ts';
import { LIBRARY, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { enterLibrary, requiredCommitId, textsOf, visitOf } from './sync-request.ts';

/** Newest version of the protocol that official clients know. */
const PROTOCOL_VERSION = 2;
/** Clients send none; what one sends anyway is not looked at. */
const MAX_EMPTY_BODY = 1024;
const SIGNED_NUMBER = /^-?\d{1,15}$/;

const NO_WRITING: ErrorOverrides = {
  'library-read-only': { status: 403, text: '', body: { reason: 'no write permission' } },
};

/** What clients ask before they sync: the protocol, what they may, and whether there is room. */
export function checkRoutes(
  app: FastifyInstance,
  { access: { syncAccess }, libraries: { syncHeads } }: HttpServices,
): void {
  app.get(
    '/protocol-version',
    { exposeHeadRoute: false, config: { access: 'anonymous' } },
    async (_request, reply) => reply.type('application/json').send(`{"version": ${PROTOCOL_VERSION}}`),
  );

  app.get(
    `/repo/${LIBRARY}/permission-check`,
    { exposeHeadRoute: false, config: { tellsDeletion: true, errors: NO_WRITING } },
    async (request, reply) => {
      const query = queryOf(request);
      const operation = query.text('op');
      if (operation !== 'download' && operation !== 'upload')
        throw new DomainError('argument-invalid', { field: 'op' });
      const visit = visitOf(request);
      if (operation === 'upload') syncAccess.requireWriter(visit);
      const deviceId = query.text('client_id') ?? '';
      const deviceName = (query.text('client_name') ?? '').slice(0, DEVICE_NAME_MAX_BYTES);
      if (isId(deviceId)) syncAccess.recordDevice(visit, { deviceId, deviceName, address: request.ip });
      return reply.send();
    },
  );

  app.get(`/repo/${LIBRARY}/quota-check`, { exposeHeadRoute: false }, async (request, reply) => {
    const delta = queryOf(request).text('delta') ?? '';
    if (!SIGNED_NUMBER.test(delta)) throw new DomainError('argument-invalid', { field: 'delta' });
    syncHeads.requireRoom(visitOf(request).library, Number(delta));
    return reply.send();
  });

  app.get(
    '/accessible-repos',
    { exposeHeadRoute: false, config: { access: 'anonymous' } },
    async (request, reply) => {
      const libraryId = queryOf(request).text('repo_id') ?? '';
      if (!isLibraryId(libraryId)) throw new DomainError('argument-invalid', { field: 'repo_id' });
      const places = syncHeads.reachedBy(enterLibrary(request, syncAccess, libraryId));
      return reply.type('application/json').send(JSON.stringify(places.map(accessibleLibrary)));
    },
  );
}

/** Where libraries stand, and moving them on. */
export function headRoutes(app: FastifyInstance, { libraries: { syncHeads } }: HttpServices): void {
  app.get(
    `/repo/${LIBRARY}/commit/HEAD`,
    { exposeHeadRoute: false, config: { tellsDeletion: true } },
    async (request, reply) => {
      const { headId } = visitOf(request).library;
      return reply.type('application/json').send(`{"is_corrupted": 0, "head_commit_id": "${headId}"}`);
    },
  );

  app.put(
    `/repo/${LIBRARY}/commit/HEAD`,
    { bodyLimit: MAX_EMPTY_BODY, config: { isForWriters: true, errors: PUSH_REFUSALS } },
    async (request, reply) => {
      const { incompleteFiles } = await syncHeads.push(visitOf(request), requiredCommitId(request, 'head'));
      if (incompleteFiles.length === 0) return reply.send();
      return reply.code(446).type('application/json').send(JSON.stringify(incompleteFiles));
    },
  );

  // Clients send no token here. It tells a client that knows an id that and when a library changed, nothing more.
  app.post(
    '/repo/head-commits-multi',
    { bodyLimit: ASKED_HEADS_MAX_BYTES, preParsing: expectBody, config: { access: 'anonymous' } },
    async (request, reply) =>
      reply
        .type('application/json')
        .send(JSON.stringify(syncHeads.headsOf(textsOf(request, ASKED_HEADS_MAX)))),
  );
}

const TYPES = { mine: 'repo', shared: 'srepo', group: 'grepo', org: 'grepo' } as const;

/** A row of `GET /seafhttp/accessible-repos/`. */
function accessibleLibrary({ view, place }: ListedLibrary) {
  const { library, permission } = view;
  return {
    version: LIBRARY_FORMAT,
    id: library.id,
    head_commit_id: library.headId,
    name: library.name,
    mtime: library.updatedAtSeconds,
    permission,
    type: TYPES[place.kind],
    owner: ownerId(library.owner),
  };
}
