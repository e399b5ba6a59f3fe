import type { FastifyInstance } from 'fastify';
import { nameOf, parentOf, parsePath } from '../../core/library/path.ts';
import { adminVisit } from '../present/admin-people.ts';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { entriesPage, localEntries, parseEntriesRequest } from '../present/entries-page.ts';
import { localEntry } from '../present/local-contents.ts';
import { required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';
import { downloadUrl } from '../transfer/download-url.ts';
import { localRoute } from './local-route.ts';

const VISITS_A_PAGE = 100;

/** What administrators see and do inside libraries of others, and what its owner sees of that. */
export function adminContentRoutes(app: FastifyInstance, services: HttpServices): void {
  const { adminContents, adminVisits, modifiers, people } = services;

  localRoute(app, 'GET admin/libraries/:library_id/entries/', async (request) => {
    const [caller, id] = [callerOf(request), libraryIdOf(request)];
    const wanted = parseEntriesRequest(queryOf(request));
    const commitId = wanted.commitId ?? adminContents.open(caller, id).headId;
    const { dirents } = await adminContents.listAt(caller, id, commitId, wanted.path);
    return entriesPage(dirents, { ...wanted, commitId }, localEntries(modifiers.in(id)));
  });

  localRoute(app, 'POST admin/libraries/:library_id/folders/', async (request) => {
    const path = parsePath(required(bodyOf(request), 'path'));
    const wanted = { kind: 'dir', folder: parentOf(path), name: nameOf(path) } as const;
    const made = await adminContents.make(callerOf(request), libraryIdOf(request), wanted);
    return localEntry(made, modifiers.in(libraryIdOf(request)));
  });

  localRoute(app, 'DELETE admin/libraries/:library_id/entries/', async (request) => {
    const path = parsePath(required(queryOf(request), 'path'));
    await adminContents.remove(callerOf(request), libraryIdOf(request), path);
    return { success: true };
  });

  localRoute(app, 'POST admin/libraries/:library_id/download-link/', async (request) => {
    const path = parsePath(required(bodyOf(request), 'path'));
    const link = await adminContents.link(callerOf(request), libraryIdOf(request), path);
    return { url: downloadUrl(originOf(request), link) };
  });

  localRoute(app, 'GET libraries/:library_id/admin-visits/', async (request) => {
    const before = decodeCursor(queryOf(request).text('cursor')) ?? Number.MAX_SAFE_INTEGER;
    const wanted = { before, limit: VISITS_A_PAGE };
    const visits = adminVisits.page(callerOf(request), libraryIdOf(request), wanted);
    const last = visits.length === VISITS_A_PAGE ? visits.at(-1) : undefined;
    return {
      visits: visits.map((visit) => adminVisit(visit, people)),
      cursor: encodeCursor(last?.id ?? null),
    };
  });
}
