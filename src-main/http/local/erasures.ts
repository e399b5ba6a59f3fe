import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { isInside, parsePath } from '../../core/library/path.ts';
import { isObjectId } from '../../core/objects/object-id.ts';
import type { ErasedItem } from '../../core/tree/erase.ts';
import { FORMER_NAMES_MAX } from '../../engine/reading/former-names.ts';
import { parseCommitId } from '../declared-fields.ts';
import { presentErasurePlan, presentErasures } from '../present/erasures.ts';
import { bodyOf, callerOf, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** Taking items out of all of a history. */
export function erasureRoutes(app: FastifyInstance, { history: { erasures } }: HttpServices): void {
  localRoute(app, 'GET libraries/:library_id/erasures/', async (request) =>
    presentErasures(erasures.list(callerOf(request), libraryIdOf(request))),
  );

  localRoute(app, 'POST libraries/:library_id/erasures/plan/', async (request) => {
    const body = bodyOf(request);
    const item = itemOf(body.optional('path'), body.list('also'), body.optional('object_id'));
    return presentErasurePlan(await erasures.plan(callerOf(request), libraryIdOf(request), item));
  });

  localRoute(app, 'POST libraries/:library_id/erasures/', async (request) => {
    const body = bodyOf(request);
    const order = {
      item: itemOf(body.optional('path'), body.list('also'), body.optional('object_id')),
      onto: parseCommitId(body.required('head'), 'head'),
      libraryName: body.required('library_name'),
    };
    return presentErasures(erasures.start(callerOf(request), libraryIdOf(request), order));
  });
}

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
function itemOf(path: string | undefined, also: readonly string[], objectId: string | undefined): ErasedItem {
  if (path !== undefined && objectId !== undefined)
    throw new DomainError('argument-invalid', { field: 'object_id', value: objectId });
  if (also.length > FORMER_NAMES_MAX || (also.length > 0 && path === undefined))
    throw new DomainError('argument-invalid', { field: 'also' });
  if (path !== undefined) return itemAt([...new Set([path, ...also].map(parsePath))]);
  if (objectId === undefined) throw new DomainError('argument-missing', { field: 'path' });
  if (!isObjectId(objectId))
    throw new DomainError('argument-invalid', { field: 'object_id', value: objectId });
  return { kind: 'file', id: objectId };
}

/** What lies inside another one goes with that. */
function itemAt(paths: readonly string[]): ErasedItem {
  const outermost = paths.filter((path) => !paths.some((other) => isInside(path, other)));
  const [path = '/', ...others] = outermost;
  return others.length === 0 ? { kind: 'path', path } : { kind: 'paths', paths: outermost };
}
