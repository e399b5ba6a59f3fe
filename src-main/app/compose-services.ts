import { PasswordChecks } from '../usecases/accounts/password-checks.ts';
import { composeAccess } from './compose-access.ts';
import { composeAccounts } from './compose-accounts.ts';
import { composeEngine } from './compose-engine.ts';
import { composeFiles, composeUploads } from './compose-files.ts';
import { composeErasures, composeHistory, composeRestores, composeTrash } from './compose-history.ts';
import { composeLibraries } from './compose-libraries.ts';
import { composeLinks, composeSharing } from './compose-sharing.ts';
import { composeUpkeep } from './compose-upkeep.ts';
import type { ServiceParts } from './service-parts.ts';

/**
 * All services by room, each with what it needs; the same for the application and for the tests of services and routes.
 */
export type Services = ReturnType<typeof composeServices>;

/** Each room stands on those before it. */
export function composeServices(parts: ServiceParts) {
  const passwords = new PasswordChecks(parts.passwordCost, parts.ids, parts.derive);
  const engine = composeEngine(parts);
  const access = composeAccess(parts);
  const libraries = composeLibraries(parts, engine, access);
  const those = { libraries: libraries.libraries, passwords };
  const files = composeFiles(parts, engine, access);
  const upkeep = composeUpkeep(parts, engine, access);
  return {
    engine,
    access,
    libraries,
    accounts: composeAccounts(parts, access, those),
    sharing: composeSharing(parts, engine, access, those.libraries),
    links: composeLinks(parts, engine, access, passwords),
    files,
    uploads: composeUploads(parts, engine, access, files.downloads),
    history: {
      ...composeHistory(parts, engine, access),
      ...composeErasures(parts, engine, access, upkeep),
    },
    trash: composeTrash(parts, engine, access),
    restores: composeRestores(engine, access, files),
    upkeep,
  };
}
