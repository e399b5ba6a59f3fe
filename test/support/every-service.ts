import { composeServices, type Services } from '../../src-main/app/compose-services.ts';
import type { ServiceParts } from '../../src-main/app/service-parts.ts';

/** The services of all rooms in one record: a test is about one of them, wherever its room is. */
export type EveryService = ReturnType<typeof everyService>;

/** No two rooms have a service of one name, which a test holds. */
export function everyService(rooms: Services) {
  return {
    ...rooms.engine,
    ...rooms.access,
    ...rooms.libraries,
    ...rooms.accounts,
    ...rooms.sharing,
    ...rooms.links,
    ...rooms.files,
    ...rooms.uploads,
    ...rooms.history,
    ...rooms.trash,
    ...rooms.restores,
    ...rooms.upkeep,
  };
}

/** The services as the application composes them. Without `folderActivity`: no folder is linked. */
export function composeEveryService(
  parts: Omit<ServiceParts, 'folderActivity'> & Partial<ServiceParts>,
): EveryService {
  return everyService(composeServices({ folderActivity: { forgetUnsaved: () => undefined }, ...parts }));
}
