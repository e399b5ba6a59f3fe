import { onTestFinished } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { ServerEvent } from '../../../../src-shared/events.ts';
import { syncAsker, syncDevice } from '../../../support/sync-device.ts';
import { ADMIN_EMAIL, ANNA_EMAIL, httpWorld } from '../http-world.ts';

export const ADMIN = { email: ADMIN_EMAIL, isAdmin: true };
export const ANNA = { email: ANNA_EMAIL, isAdmin: false };

/** A library of Anna's that listens on a port, and a device of hers that syncs it. Ends with the test. */
export async function syncWorld() {
  const world = await httpWorld();
  onTestFinished(() => world.close());
  const { services, syncTokens, server } = world;
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  const { view } = await services.libraries.create(ANNA, { name: 'Papers', description: '' });
  const id = view.library.id;
  const events: ServerEvent[] = [];
  world.events.subscribe((event) => events.push(event));
  const tokenOf = (email: string, libraryId: LibraryId = id) => syncTokens.issue(libraryId, email);
  const deviceOf = (email: string, libraryId: LibraryId = id) =>
    syncDevice(syncAsker(origin, tokenOf(email, libraryId)), libraryId, email);
  return {
    ...world,
    origin,
    id,
    events,
    tokenOf,
    deviceOf,
    device: deviceOf(ANNA_EMAIL),
    askAs: (token: string | null) => syncAsker(origin, token),
    library: () => services.libraries.find(ANNA, id).library,
  };
}
