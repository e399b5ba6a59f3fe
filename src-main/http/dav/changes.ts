import type { FastifyReply } from 'fastify';
import { isInside, nameOf, parentOf } from '../../core/library/path.ts';
import { untilGone } from '../request-context.ts';
import { RequestError } from '../request-error.ts';
import { originOf } from '../request-guards.ts';
import { checkConditions, placeOfNew, requireUnlocked } from './conditions.ts';
import { type FoundPlace, find, type Place, parseAddress, placeOf } from './places.ts';
import { existing } from './put.ts';
import {
  atOf,
  conflict,
  depthOf,
  forbidden,
  hasBody,
  headerOf,
  NO_PARENT,
  refusePast,
  type Visit,
} from './visit.ts';

const LIBRARY_STAYS = 'A library is only renamed by a move, and neither copied nor put into a folder.';

/** Makes a folder, or beside the libraries a library. */
export async function mkcol(visit: Visit): Promise<FastifyReply> {
  const { services, caller, place, request, reply } = visit;
  if (hasBody(request))
    throw new RequestError(415, 'media-type-unsupported', 'A folder is made without a body.');
  refusePast(place);
  if (place.kind === 'nothing') {
    if (place.newName === null) throw conflict(NO_PARENT);
    await services.libraries.driveLibraries.create(caller, place.newName);
    return reply.code(201).send();
  }
  const found = place.kind === 'item' ? await find(services, caller, place) : null;
  if (found === null || found.item !== null)
    throw new RequestError(405, 'method-not-allowed', 'The name is taken.');
  const wanted = await placeOfNew(visit, found);
  const { tokens } = await checkConditions(visit, wanted);
  requireUnlocked(visit, tokens, [{ at: atOf(wanted), changesParent: true }]);
  await services.files.itemEdits.makeFolder(caller, atOf(wanted).libraryId, wanted.path);
  services.files.itemProperties.forget(caller, atOf(wanted));
  return reply.code(201).send();
}

/** Deletes an item, which goes to the trash, or a library, which goes to the deleted libraries, as everywhere. */
export async function remove(visit: Visit): Promise<FastifyReply> {
  const { services, caller, place, reply, locks } = visit;
  refusePast(place);
  if (place.kind === 'root') throw forbidden('The drive itself stays.');
  if (depthOf(visit, 'infinity') !== 'infinity')
    throw new RequestError(400, 'bad-request', 'A folder goes with all that it holds.');
  const found = await existing(visit);
  const at = atOf(found);
  const { tokens } = await checkConditions(visit, found);
  requireUnlocked(visit, tokens, [{ at, isTree: true, changesParent: true }]);
  if (found.path === '/') await services.libraries.libraries.remove(caller, at.libraryId);
  else {
    await services.files.libraryItems.remove(caller, at);
    services.files.itemProperties.forget(caller, at);
  }
  locks.removeTree(at);
  return reply.code(204).send();
}

export const copy = (visit: Visit): Promise<FastifyReply> => transfer(visit, 'copy');
export const move = (visit: Visit): Promise<FastifyReply> => transfer(visit, 'move');

/** Copies or moves an item with all it holds; what it replaces goes in the same commit. */
async function transfer(visit: Visit, mode: 'copy' | 'move'): Promise<FastifyReply> {
  const { services, caller, reply, locks } = visit;
  const depth = depthOf(visit, 'infinity');
  if (depth === '1' || (depth === '0' && mode === 'move'))
    throw new RequestError(400, 'bad-request', 'The header Depth does not fit.');
  const target = destinationOf(visit);
  refusePast(visit.place);
  refusePast(target);
  const source = await existing(visit);
  if (source.path === '/') return renameLibrary(visit, { mode, source, target });
  const goal = await goalOf(visit, target);
  const replaces = overwrites(visit, goal);
  refuseOverlap(source, goal);
  const { tokens } = await checkConditions(visit, source);
  const [from, to] = [atOf(source), atOf(goal)];
  const isMove = mode === 'move';
  requireUnlocked(visit, tokens, [
    ...(isMove ? [{ at: from, isTree: true, changesParent: true }] : []),
    { at: to, isTree: goal.item !== null, changesParent: goal.item === null },
  ]);
  const name = nameOf(to.path);
  const plan = await services.files.itemMoves.plan(caller, {
    mode,
    from: {
      ...{ libraryId: from.libraryId, folder: parentOf(from.path), names: [nameOf(from.path)] },
      isShallow: depth === '0',
    },
    to: {
      libraryId: to.libraryId,
      folder: parentOf(to.path),
      name,
      replaces: new Set(replaces ? [name] : []),
    },
  });
  await plan.run({ signal: untilGone(reply) });
  services.files.itemProperties.follow(caller, { from, to, mode, isShallow: depth === '0' });
  if (isMove) locks.removeTree(from);
  for (const lock of locks.below(to)) locks.remove(lock);
  return reply.code(goal.item === null ? 201 : 204).send();
}

/** @throws RequestError 400, 502 for what is elsewhere */
function destinationOf(visit: Visit): Place {
  const { request, services, caller } = visit;
  const text = headerOf(visit, 'destination');
  if (text === undefined) throw new RequestError(400, 'bad-request', 'The header Destination is missing.');
  const [, origin, path = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?(\/.*)$/i.exec(text) ?? [];
  const isHere =
    origin === undefined || [hostOf(originOf(request)), request.headers.host].includes(hostOf(origin));
  const address = isHere ? parseAddress(path) : null;
  if (address === null) throw new RequestError(502, 'elsewhere', 'The destination is not on this drive.');
  return placeOf(services, caller, address);
}

function hostOf(origin: string): string {
  return origin.slice(origin.indexOf('://') + 3);
}

/** Where the item is to be. @throws RequestError 403, 409 */
async function goalOf(visit: Visit, target: Place): Promise<FoundPlace> {
  if (target.kind === 'nothing' && target.newName === null) throw conflict(NO_PARENT);
  if (target.kind !== 'item' || target.path === '/') throw forbidden('Only libraries are beside libraries.');
  const found = await find(visit.services, visit.caller, target);
  return found.item === null ? placeOfNew(visit, found) : found;
}

/** Whether what is there is replaced. @throws RequestError 412 when it may not be */
function overwrites(visit: Visit, { item }: Pick<FoundPlace, 'item'>): boolean {
  const may = headerOf(visit, 'overwrite')?.toUpperCase() !== 'F';
  if (!may && item !== null)
    throw new RequestError(412, 'condition-failed', 'There is something at the destination.');
  return may;
}

/** @throws RequestError 403 */
function refuseOverlap(source: FoundPlace, goal: FoundPlace): void {
  if (atOf(source).libraryId !== atOf(goal).libraryId) return;
  const [from, to] = [source.path, goal.path];
  if (from === to) throw forbidden('It is there already.');
  if (isInside(to, from) || isInside(from, to)) throw forbidden('One would lie in the other.');
}

/** A move beside the libraries gives a library another name. */
async function renameLibrary(
  visit: Visit,
  {
    mode,
    source,
    target,
  }: { readonly mode: 'copy' | 'move'; readonly source: FoundPlace; readonly target: Place },
): Promise<FastifyReply> {
  const { services, caller, reply, locks } = visit;
  const at = atOf(source);
  if (mode === 'copy') throw forbidden(LIBRARY_STAYS);
  if (target.kind === 'item' && target.path === '/') {
    overwrites(visit, source);
    throw forbidden('A library is not replaced by a move.');
  }
  if (target.kind !== 'nothing' || target.newName === null) throw forbidden(LIBRARY_STAYS);
  const { tokens } = await checkConditions(visit, source);
  requireUnlocked(visit, tokens, [{ at, isTree: true }]);
  await services.libraries.driveLibraries.rename(caller, at.libraryId, target.newName);
  locks.removeTree(at);
  return reply.code(201).send();
}
