import type { FastifyReply } from 'fastify';
import { unreadableBody } from '../request-error.ts';
import { checkConditions, requireUnlocked } from './conditions.ts';
import { hrefOf } from './places.ts';
import { isProtected, propertyName, propstat } from './properties.ts';
import { existing } from './put.ts';
import { atOf, readXml, refusePast, sendXml, type Visit } from './visit.ts';
import { childOf, elementsOf, emptyElement, isDav, writeXml, type XmlElement } from './xml.ts';

/**
 * Windows sets these for each file that it copies, and fails where they are refused. They are taken and not kept: the
 * time of a file is that of its content, and a copy of ten thousand files would fill what a library keeps of notes.
 */
const OF_WINDOWS = '{urn:schemas-microsoft-com:}';

/** One thing that the request wants; null: the property goes. */
interface PropertyUpdate {
  readonly name: string;
  readonly value: string | null;
}

/** Keeps what a program notes at an item: all of it, or nothing. */
export async function proppatch(visit: Visit): Promise<FastifyReply> {
  const { services, caller, reply, address } = visit;
  refusePast(visit.place);
  const root = await readXml(visit);
  const updates = updatesIn(root);
  const found = await existing(visit);
  const { tokens } = await checkConditions(visit, found);
  requireUnlocked(visit, tokens, [{ at: atOf(found) }]);
  const refused = updates.filter(({ name }) => isProtected(name));
  const kept = new Map(
    updates.filter(({ name }) => !name.startsWith(OF_WINDOWS)).map((update) => [update.name, update.value]),
  );
  services.libraries.driveLibraries.requireWritable(caller, atOf(found).libraryId);
  if (refused.length === 0 && kept.size > 0) {
    await services.files.itemProperties.change(caller, atOf(found), {
      set: [...kept].flatMap(([name, value]) => (value === null ? [] : [{ name, value }])),
      removed: [...kept].flatMap(([name, value]) => (value === null ? [name] : [])),
    });
  }
  const stats = refused.length === 0 ? propstat(elements(updates), '200 OK') : refusals(updates, refused);
  const href = hrefOf(address, found.item?.kind === 'dir');
  const response = `<D:response><D:href>${href}</D:href>${stats}</D:response>`;
  return sendXml(reply.code(207), `<D:multistatus xmlns:D="DAV:">${response}</D:multistatus>`);
}

/** @throws RequestError 400 */
function updatesIn(root: XmlElement | null): PropertyUpdate[] {
  if (root === null || !isDav(root, 'propertyupdate')) throw unreadableBody('The body is no propertyupdate.');
  const updates = elementsOf(root).flatMap((step) => {
    const isSet = isDav(step, 'set');
    if (!isSet && !isDav(step, 'remove')) return [];
    const properties = elementsOf(childOf(step, 'prop') ?? step);
    return properties.map((one) => ({ name: propertyName(one), value: isSet ? writeXml(one) : null }));
  });
  if (updates.length === 0) throw unreadableBody('The body changes nothing.');
  return updates;
}

function elements(updates: readonly PropertyUpdate[]): string {
  return [...new Set(updates.map(({ name }) => name))].map(emptyElement).join('');
}

function refusals(updates: readonly PropertyUpdate[], refused: readonly PropertyUpdate[]): string {
  const others = updates.filter((update) => !refused.includes(update));
  const why = '<D:error><D:cannot-modify-protected-property/></D:error>';
  const dependent = others.length === 0 ? '' : propstat(elements(others), '424 Failed Dependency');
  return propstat(elements(refused), '403 Forbidden', why) + dependent;
}
