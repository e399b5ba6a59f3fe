import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { joinPath, nameOf } from '../../core/library/path.ts';
import { DAV_PROPERTIES_ASKED_MAX, DAV_SNAPSHOTS_LISTED } from '../../core/limits.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { DriveLibrary } from '../../usecases/libraries/drive-libraries.ts';
import { notFound, RequestError, unreadableBody } from '../request-error.ts';
import { type FoundPlace, find, hrefOf, snapshotName } from './places.ts';
import { type Asked, fileOf, propertyNames, type Resource, responseWriter } from './properties.ts';
import { atOf, DavError, depthOf, readXml, type Visit } from './visit.ts';
import { childOf, isDav, type XmlElement } from './xml.ts';

const START = '<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">\n';
const END = '</D:multistatus>\n';

/** Of a listing. */
const CHARACTERS_A_PIECE = 256 * 1024;

/** Lists what is at an address, and one level below it when that is asked for. */
export async function propfind(visit: Visit): Promise<FastifyReply> {
  const depth = depthOf(visit, 'infinity');
  // Listing a whole drive at once would mean listing every library completely.
  if (depth === 'infinity') throw new DavError(403, 'propfind-finite-depth');
  const asked = askedIn(await readXml(visit));
  const rows = await rowsOf(visit, depth === '1');
  const pieces = piecesOf(rows, responseWriter(asked, visit.locks));
  visit.reply.code(207).type('application/xml; charset=utf-8');
  return visit.reply.send(Readable.from(pieces, { highWaterMark: 1 }));
}

async function* piecesOf(rows: Iterable<Resource>, write: (row: Resource) => string): AsyncGenerator<Buffer> {
  let piece = START;
  for (const row of rows) {
    piece += write(row);
    if (piece.length < CHARACTERS_A_PIECE) continue;
    yield Buffer.from(piece);
    piece = '';
    // However fast they are taken, others come in between.
    await yieldToEventLoop();
  }
  yield Buffer.from(piece + END);
}

/** @throws RequestError 400 */
function askedIn(root: XmlElement | null): Asked {
  if (root === null) return { kind: 'all', included: [] };
  if (!isDav(root, 'propfind')) throw unreadableBody('The body is no propfind.');
  const [prop, all, include] = ['prop', 'allprop', 'include'].map((name) => childOf(root, name));
  const named = prop ?? include;
  const names = named === undefined ? [] : propertyNames(named);
  if (names.length > DAV_PROPERTIES_ASKED_MAX)
    throw new RequestError(400, 'bad-request', `More than ${DAV_PROPERTIES_ASKED_MAX} properties.`);
  if (prop !== undefined) return { kind: 'some', names };
  if (all !== undefined) return { kind: 'all', included: names };
  if (childOf(root, 'propname') !== undefined) return { kind: 'names' };
  throw unreadableBody('The body asks for nothing.');
}

/** A folder of ours that clients cannot change. */
function fixedFolder(href: string, name: string, mtimeSeconds: number): Resource {
  return { href, name, mtimeSeconds, isCollection: true, file: null, space: null, locks: null, noted: [] };
}

async function rowsOf(visit: Visit, withMembers: boolean): Promise<Iterable<Resource>> {
  const { place, address, services, caller } = visit;
  const here = hrefOf(address, true);
  const nowSeconds = services.clock.nowSeconds();
  switch (place.kind) {
    case 'root':
    case 'history': {
      const own = { ...fixedFolder(here, place.kind, nowSeconds), space: ownSpace(visit) };
      if (!withMembers) return [own];
      const shown = place.kind === 'root' ? libraryRow : pastLibraryRow;
      return [own, ...services.libraries.driveLibraries.list(caller).map((drive) => shown(visit, drive))];
    }
    case 'snapshots': {
      const { library } = place.drive.view;
      const own = fixedFolder(here, place.drive.name, library.updatedAtSeconds);
      return withMembers ? [own, ...snapshotRows(visit, place.drive)] : [own];
    }
    case 'nothing':
      throw notFound();
    case 'item':
      return itemRows(visit, await find(services, caller, place), withMembers);
  }
}

/** Of the caller's own libraries. */
function ownSpace({
  services: {
    libraries: { libraries },
    accounts: { accounts },
  },
  caller,
}: Visit): Resource['space'] {
  const own = libraries.list(caller, { kinds: new Set(['mine']) });
  const used = own.reduce((sum, { library }) => sum + library.sizeBytes, 0);
  const quota = accounts.quotaBytes(caller.email);
  return { used, available: quota === null ? null : Math.max(0, quota - used) };
}

function librarySpace(visit: Visit, { view: { library, isOwner } }: DriveLibrary): Resource['space'] {
  return { used: library.sizeBytes, available: isOwner ? (ownSpace(visit)?.available ?? null) : null };
}

function libraryRow(visit: Visit, drive: DriveLibrary): Resource {
  const { library } = drive.view;
  const at = { libraryId: library.id, path: '/' };
  return {
    ...fixedFolder(hrefBelow(visit, drive.name, true), drive.name, library.updatedAtSeconds),
    locks: () => visit.locks.covering(at),
  };
}

function pastLibraryRow(visit: Visit, { name, view }: DriveLibrary): Resource {
  return fixedFolder(hrefBelow(visit, name, true), name, view.library.updatedAtSeconds);
}

function snapshotRows(visit: Visit, { view }: DriveLibrary): Resource[] {
  const wanted = { page: 1, perPage: DAV_SNAPSHOTS_LISTED };
  const { commits } = visit.services.history.history.page(visit.caller, view.library.id, wanted);
  const times = new Set(commits.map(({ ctimeSeconds }) => ctimeSeconds));
  return [...times].map((seconds) =>
    fixedFolder(hrefBelow(visit, snapshotName(seconds), true), snapshotName(seconds), seconds),
  );
}

function hrefBelow({ address }: Visit, name: string, isCollection: boolean): string {
  return hrefOf({ ...address, segments: [...address.segments, name] }, isCollection);
}

async function itemRows(visit: Visit, found: FoundPlace, withMembers: boolean): Promise<Iterable<Resource>> {
  const { item } = found;
  if (item === null) throw notFound();
  const { services, caller, address } = visit;
  const lists = withMembers && item.kind === 'dir';
  const at = atOf(found);
  const isLive = found.snapshot === null;
  const noted = isLive ? services.files.itemProperties.finder(caller, at) : () => [];
  const row = (href: string, path: string, dirent: Dirent): Resource => ({
    ...{ href, name: dirent.name, isCollection: dirent.kind === 'dir', mtimeSeconds: dirent.mtimeSeconds },
    ...{ file: fileOf(dirent), space: null, noted: noted(path) },
    locks: isLive ? () => visit.locks.covering({ ...at, path }) : null,
  });
  const own = { ...row(hrefOf(address, item.kind === 'dir'), found.path, item), ...ownFacts(visit, found) };
  if (!lists) return [own];
  const commitId = found.snapshot?.commitId ?? null;
  const { dirents } = await services.files.files.list(caller, at.libraryId, found.path, commitId);
  const above = hrefOf(address, true);
  return below();

  function* below(): Generator<Resource> {
    yield own;
    for (const dirent of dirents) {
      const name = encodeURIComponent(dirent.name.toWellFormed());
      const href = dirent.kind === 'dir' ? `${above}${name}/` : `${above}${name}`;
      yield row(href, joinPath(found.path, dirent.name), dirent);
    }
  }
}

/** What the root of a library has of the library. */
function ownFacts(visit: Visit, { path, item, drive, snapshot }: FoundPlace): Partial<Resource> {
  if (item?.kind !== 'dir') return {};
  const space = snapshot === null ? librarySpace(visit, drive) : null;
  if (path !== '/') return { space, name: nameOf(path) };
  const { library } = drive.view;
  return {
    space,
    name: snapshot?.name ?? drive.name,
    mtimeSeconds: snapshot?.atSeconds ?? library.updatedAtSeconds,
  };
}
