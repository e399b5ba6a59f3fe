import type { ServerEvent } from '../../../src-shared/events.ts';
import type { Caller } from './caller.ts';

/**
 * Whether somebody is told of an event: others' libraries and devices, and the disk of the server, are not everybody's
 * business.
 */
export function isToldOf(
  caller: Caller,
  event: ServerEvent,
  isReadable: (libraryId: string) => boolean,
): boolean {
  if (event.type === 'devices' || event.type === 'library-lock') return event.email === caller.email;
  if (caller.isAdmin || event.type === 'libraries') return true;
  return event.type === 'library' && isReadable(event.library_id);
}
