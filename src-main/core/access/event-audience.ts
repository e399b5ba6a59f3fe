import type { ServerEvent } from '../../../src-shared/events.ts';
import type { Caller } from './caller.ts';

/**
 * Whether a caller is told of an event: devices and unlocked libraries are told to the person they are of, all else
 * to administrators. Others hear of libraries that they can read, and that a list of libraries may have changed.
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
