import { loadSecret, openDataDir } from '../../src-main/app/data-dir.ts';
import { openStore } from '../../src-main/app/store.ts';
import { systemClock, systemIds } from '../../src-main/app/system-ports.ts';
import { PASSWORD_COST } from '../../src-main/core/access/password-hash.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { deriveHere } from './derive-here.ts';
import { composeEveryService } from './every-service.ts';
import { type ToldFile, toldFile } from './lying-files.ts';

/** Puts files into a library of a data folder that no service runs on, as a version that checked less may have left them. */
export async function storeTold(
  dataDir: string,
  libraryId: string,
  files: Readonly<Record<string, ToldFile>>,
): Promise<void> {
  const folder = openDataDir(dataDir);
  const store = await openStore(folder);
  try {
    const { changeLibrary } = composeEveryService({
      ...store,
      ...{ clock: systemClock, ids: systemIds, events: { emit: () => undefined } },
      ...{ secret: loadSecret(folder), passwordCost: PASSWORD_COST, ...deriveHere },
    });
    const id = libraryId as LibraryId;
    const objects = store.objects.library(id);
    const changes = [];
    for (const [path, told] of Object.entries(files)) changes.push(await toldFile(objects, path, told));
    await changeLibrary.commitChanges({
      libraryId: id,
      changes,
      author: 'eve@example.com',
      asksFirst: false,
    });
  } finally {
    await store.close();
  }
}
