import { openDataDir } from '../../../src-main/app/data-dir.ts';
import { openStore, type Store } from '../../../src-main/app/store.ts';
import { reconcileHeadsOf } from '../../../src-main/app/store-checks.ts';
import type { Caller } from '../../../src-main/core/access/caller.ts';
import type { RolledBackLibrary } from '../../../src-main/engine/heads/reconcile-heads.ts';
import { countingIds } from '../../support/counting-ids.ts';
import { deriveHere } from '../../support/derive-here.ts';
import { composeEveryService, type EveryService } from '../../support/every-service.ts';
import { type FakeClock, fakeClock } from '../../support/fake-clock.ts';

/** Who makes every change of a scenario. */
export const OWNER: Caller = { email: 'owner@example.com', isAdmin: true };

const CHEAP = { logN: 4, r: 8, p: 1 };

/** A data folder opened as the application opens it, without a server. */
export interface ScenarioWorld {
  readonly services: EveryService;
  readonly store: Store;
  readonly clock: FakeClock;
  /** What the start found to be older than what was acknowledged. */
  readonly rolledBack: readonly RolledBackLibrary[];
  close(): Promise<void>;
}

/**
 * Opens a data folder, new or used. Clock and ids are the same in every run, so that the same changes make the same
 * commits wherever they are made.
 * @param watched tells of what is done with the store
 * @throws StartError when the folder cannot be opened
 */
export async function openWorld(
  dataFolder: string,
  watched: (store: Store) => Store = (store) => store,
): Promise<ScenarioWorld> {
  const clock = fakeClock();
  const store = watched(await openStore(openDataDir(dataFolder)));
  try {
    const rolledBack = await reconcileHeadsOf(store, clock);
    const services = composeEveryService({
      ...store,
      clock,
      ids: countingIds(),
      events: { emit: () => undefined },
      secret: Buffer.alloc(32, 9),
      passwordCost: CHEAP,
      ...deriveHere,
    });
    await services.deletedLibraries.finishPurges();
    await services.changeLibrary.bringFoldersUp();
    return { services, store, clock, rolledBack, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}
