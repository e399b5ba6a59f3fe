import type { FastifyReply } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { DAV_LOCK_MAX_SECONDS, DAV_LOCK_OWNER_MAX_BYTES, DAV_LOCK_SECONDS } from '../../core/limits.ts';
import { remoteAddressOf } from '../client-address.ts';
import { notFound, RequestError, unreadableBody } from '../request-error.ts';
import { receiveUpload } from '../transfer/receive-upload.ts';
import { checkConditions, hrefsOf, ifListsOf, requireUnlocked } from './conditions.ts';
import { tokensIn } from './if-header.ts';
import type { DavLock, LockRequest } from './locks.ts';
import { type FoundPlace, find, hrefOf } from './places.ts';
import { activeLock } from './properties.ts';
import { existing, placeForFile } from './put.ts';
import {
  atOf,
  DavError,
  depthOf,
  forbidden,
  headerOf,
  readXml,
  refusePast,
  sendXml,
  type Visit,
} from './visit.ts';
import { childOf, isDav, writeXml, type XmlElement } from './xml.ts';

/** Locks an item for a while, or goes on with a lock. A name that nothing has yet becomes an empty file. */
export async function lock(visit: Visit): Promise<FastifyReply> {
  refusePast(visit.place);
  const info = await readXml(visit);
  if (info === null) return refresh(visit);
  const wanted = wantedIn(info);
  const isDeep = isDeepIn(visit);
  const found = await placeToLock(visit);
  const at = atOf(found);
  visit.services.libraries.driveLibraries.requireWritable(visit.caller, at.libraryId);
  const { tokens } = await checkConditions(visit, found);
  refuseConflicts(visit, { at, isDeep, isExclusive: wanted.isExclusive });
  const isNew = found.item === null;
  if (isNew) requireUnlocked(visit, tokens, [{ at, changesParent: true }]);
  const href = hrefOf(visit.address, found.item?.kind === 'dir');
  const person = visit.caller.email;
  const made = visit.locks.add({ at, person, isDeep, href, seconds: secondsIn(visit), ...wanted });
  if (isNew) await makeEmptyFile(visit, found, made);
  visit.reply.header('lock-token', `<${made.token}>`).code(isNew ? 201 : 200);
  return sendLock(visit, made);
}

/** @throws RequestError 403 for the drive itself; as `placeForFile` where nothing is there */
async function placeToLock(visit: Visit): Promise<FoundPlace> {
  const { place, services, caller } = visit;
  if (place.kind === 'root') throw forbidden('Only libraries and what is in them can be locked.');
  const found = place.kind === 'item' ? await find(services, caller, place) : null;
  return found === null || found.item === null ? placeForFile(visit) : found;
}

/** @throws RequestError 400 */
function isDeepIn(visit: Visit): boolean {
  const depth = depthOf(visit, 'infinity');
  if (depth === '1') throw new RequestError(400, 'bad-request', 'A lock has the depth 0 or infinity.');
  return depth === 'infinity';
}

/** @throws DavError 423 for a lock that shares the place with none, or one there that does not */
function refuseConflicts({ locks }: Visit, wanted: Pick<LockRequest, 'at' | 'isDeep' | 'isExclusive'>): void {
  const others = [...locks.covering(wanted.at), ...(wanted.isDeep ? locks.below(wanted.at) : [])];
  const inTheWay = others.filter((other) => wanted.isExclusive || other.isExclusive);
  if (inTheWay.length > 0) throw new DavError(423, 'no-conflicting-lock', hrefsOf(inTheWay));
}

async function makeEmptyFile(visit: Visit, found: FoundPlace, made: DavLock): Promise<void> {
  const { services, caller, request, locks } = visit;
  try {
    const begun = services.uploads.uploads.beginPutting(caller, atOf(found), remoteAddressOf(request));
    await receiveUpload(begun, async (keep) => ({
      ...{ file: await keep('', nothing()), mtimeSeconds: null, expects: null },
    }));
  } catch (error) {
    locks.remove(made);
    throw error;
  }
  services.files.itemProperties.forget(caller, atOf(found));
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // An empty file has no pieces.
}

/** @throws RequestError 412 when the program shows none of its locks on the item */
async function refresh(visit: Visit): Promise<FastifyReply> {
  const { locks, caller } = visit;
  const found = await existing(visit);
  const tokens = tokensIn(ifListsOf(visit));
  const own = locks
    .covering(atOf(found))
    .find(({ token, person }) => tokens.has(token) && person === caller.email);
  if (own === undefined) throw new RequestError(412, 'condition-failed', 'There is no such lock.');
  return sendLock(visit, locks.refresh(own, secondsIn(visit)));
}

function sendLock({ reply, locks }: Visit, made: DavLock): FastifyReply {
  const inner = activeLock(made, locks.secondsLeft(made));
  return sendXml(reply, `<D:prop xmlns:D="DAV:"><D:lockdiscovery>${inner}</D:lockdiscovery></D:prop>`);
}

/** Takes a lock away that its own person shows. */
export async function unlock(visit: Visit): Promise<FastifyReply> {
  const { locks, caller, reply, place } = visit;
  refusePast(place);
  if (place.kind !== 'item') throw notFound();
  const [, token] = /^<([^<>]+)>$/.exec(headerOf(visit, 'lock-token') ?? '') ?? [];
  if (token === undefined) throw new RequestError(400, 'bad-request', 'The header Lock-Token is missing.');
  const found = await find(visit.services, caller, place);
  const held = locks.covering(atOf(found)).find((one) => one.token === token);
  if (held === undefined) throw new DavError(409, 'lock-token-matches-request-uri');
  if (held.person !== caller.email) throw new DomainError('permission-denied');
  locks.remove(held);
  return reply.code(204).send();
}

/** @throws RequestError 400 */
function wantedIn(info: XmlElement): { isExclusive: boolean; ownerXml: string } {
  const [scope, type, owner] = ['lockscope', 'locktype', 'owner'].map((name) => childOf(info, name));
  const isExclusive = scope !== undefined && childOf(scope, 'exclusive') !== undefined;
  const isShared = scope !== undefined && childOf(scope, 'shared') !== undefined;
  const isWrite = type !== undefined && childOf(type, 'write') !== undefined;
  if (!isDav(info, 'lockinfo') || isExclusive === isShared || !isWrite)
    throw unreadableBody('The body is no lockinfo.');
  const ownerXml = owner === undefined ? '' : writeXml(owner);
  if (Buffer.byteLength(ownerXml) > DAV_LOCK_OWNER_MAX_BYTES)
    throw new RequestError(400, 'bad-request', 'The owner of the lock is longer than 1 KiB.');
  return { isExclusive, ownerXml };
}

/** The first time of `Timeout` that is a number; a lock that never ends would outlive its program. */
function secondsIn(visit: Visit): number {
  const wanted = headerOf(visit, 'timeout') ?? '';
  if (/^\s*infinite/i.test(wanted)) return DAV_LOCK_MAX_SECONDS;
  const [, seconds] = /second-(\d{1,10})/i.exec(wanted) ?? [];
  return seconds === undefined
    ? DAV_LOCK_SECONDS
    : Math.min(DAV_LOCK_MAX_SECONDS, Math.max(1, Number(seconds)));
}
