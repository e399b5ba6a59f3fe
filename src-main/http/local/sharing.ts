import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  GivenLibrariesPageJson,
  LibrarySharesPageJson,
  ReceivedLibrariesPageJson,
  ShareTargetsJson,
} from '../../../src-shared/sharing-api.ts';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { optional } from '../present/parse-fields.ts';
import { parseShareRights } from '../present/shares.ts';
import {
  givenLibrary,
  libraryShare,
  parseReceiver,
  receivedLibrary,
  shareTarget,
} from '../present/sharing.ts';
import { bodyOf, callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PER_PAGE = 100;
const SHARES = `/libraries/${LIBRARY}/shares/`;

/** Libraries that people open to each other. */
export function sharingRoutes(app: FastifyInstance, { shareLists, shares, people }: HttpServices): void {
  const part = (request: FastifyRequest) => ({
    from: decodeCursor(queryOf(request).text('cursor')) ?? 0,
    limit: PER_PAGE,
  });

  app.get(SHARES, async (request): Promise<LibrarySharesPageJson> => {
    const found = shareLists.ofLibrary(callerOf(request), libraryIdOf(request), part(request));
    return { shares: found.rows.map(libraryShare), total: found.total, cursor: encodeCursor(found.next) };
  });

  app.get(`/libraries/${LIBRARY}/share-targets/`, async (request): Promise<ShareTargetsJson> => {
    const text = optional(queryOf(request), 'text') ?? '';
    return {
      targets: shareLists.targets(callerOf(request), libraryIdOf(request), text).map(shareTarget),
    };
  });

  app.put(SHARES, async (request) => {
    const body = bodyOf(request);
    const given = { ...parseReceiver(body), ...parseShareRights(body.text('permission')) };
    shareLists.put(callerOf(request), libraryIdOf(request), given);
    return { success: true };
  });

  app.delete(SHARES, async (request) => {
    shareLists.end(callerOf(request), libraryIdOf(request), parseReceiver(queryOf(request)));
    return { success: true };
  });

  app.get('/sharing/given/', async (request): Promise<GivenLibrariesPageJson> => {
    const { rows, next } = shareLists.given(callerOf(request), part(request));
    return { libraries: rows.map((row) => givenLibrary(row, people)), cursor: encodeCursor(next) };
  });

  app.get('/sharing/received/', async (request): Promise<ReceivedLibrariesPageJson> => {
    const { rows, next } = shareLists.received(callerOf(request), part(request));
    return { libraries: rows.map(receivedLibrary), cursor: encodeCursor(next) };
  });

  app.delete(`/sharing/received/${LIBRARY}/`, async (request) => {
    shares.leave(callerOf(request), libraryIdOf(request));
    return { success: true };
  });
}
