import type { Clock } from '../../src-main/engine/ports.ts';
import { createFolderKeys } from '../../src-main/folder/link/folder-keys.ts';
import type { LibraryTable } from '../../src-main/store/sqlite/libraries.ts';
import { UnlockedLibraries } from '../../src-main/usecases/access/unlocked-libraries.ts';
import { createRememberedKeys, type Secrets } from '../../src-main/usecases/libraries/remembered-keys.ts';
import { deriveHere } from './derive-here.ts';
import { memorySecrets } from './memory-secrets.ts';

/** The keys of linked folders over a keychain of the test's own. */
export function folderKeys({
  libraryTable,
  clock,
  secrets = memorySecrets(),
}: {
  libraryTable: Pick<LibraryTable, 'find'>;
  clock: Clock;
  secrets?: Secrets;
}) {
  const unlocked = new UnlockedLibraries({
    ...{ libraryTable, clock, ...deriveHere },
    events: { emit: () => undefined },
  });
  return createFolderKeys({
    unlocked,
    remembered: createRememberedKeys({ secrets, unlocked, dataFolderId: 'test-data' }),
  });
}
