import { hash } from 'node:crypto';
import { type DataDir, loadSecret, openDataDir } from '../../src-main/app/data-dir.ts';
import { openStore, type Store } from '../../src-main/app/store.ts';
import { systemIds } from '../../src-main/app/system-ports.ts';
import { PASSWORD_COST, type PasswordCost } from '../../src-main/core/access/password-hash.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import type { Ids, RunningClock } from '../../src-main/engine/ports.ts';
import { deriveHere } from '../support/derive-here.ts';
import { composeEveryService, type EveryService } from '../support/every-service.ts';
import { PEOPLE, type PersonName, type SampleLibrary, type StoryTime } from './sample-step.ts';
import { sampleStory } from './sample-story.ts';
import { StepPerformer } from './step-performer.ts';

/** What both people of the sample sign in with. */
export const SAMPLE_PASSWORD = 'sample-password';

const DAY_SECONDS = 86_400;

export interface SampleRequest {
  readonly dataDir: string;
  readonly seed: number;
  /** Nothing in the sample is later; Unix seconds. */
  readonly untilSeconds: number;
  readonly years: number;
  /** Absent: what the application takes. */
  readonly passwordCost?: PasswordCost;
}

export interface BuiltLibrary {
  readonly id: LibraryId;
  readonly name: string;
  readonly headId: string;
  readonly commits: number;
  readonly files: number;
  readonly sizeBytes: number;
}

/** The wall clock of the sample: stands at the moment of the commit that is being made. */
interface StoryClock extends RunningClock {
  /** Lets time pass up to this moment; never back. */
  goTo(seconds: number): void;
}

function storyClock(startSeconds: number): StoryClock {
  let now = startSeconds;
  return {
    nowSeconds: () => now,
    nowMs: () => now * 1_000,
    // The service has run for all these years: its clock was never set.
    steadyMs: () => (now - startSeconds) * 1_000,
    goTo: (seconds) => {
      now = Math.max(now, seconds);
    },
  };
}

/** Ids of libraries repeat with the seed. Tokens and salts do not: nobody must be able to work them out. */
function storyIds(seed: number): Ids {
  let count = 0;
  return {
    hex: systemIds.hex,
    uuid: () => {
      const digits = hash('sha256', `sample ${seed} ${count++}`);
      const [a, b, c, d] = [
        digits.slice(0, 8),
        digits.slice(8, 12),
        digits.slice(13, 16),
        digits.slice(17, 20),
      ];
      return `${a}-${b}-4${c}-8${d}-${digits.slice(20, 32)}`;
    },
  };
}

/**
 * Fills a new data folder with the libraries of a household and years of history, through the services that
 * the application is made of. The same libraries for the same seed, end and years.
 * @throws Error when the data folder holds libraries already; StartError when it cannot be opened
 */
export async function buildSample(request: SampleRequest): Promise<BuiltLibrary[]> {
  const dataDir = openDataDir(request.dataDir);
  const store = await openStore(dataDir);
  try {
    if (store.tables.libraryTable.all().length > 0)
      throw new Error(`${dataDir.path} holds libraries already: choose a new folder.`);
    return await tell(store, dataDir, request);
  } finally {
    await store.close();
  }
}

async function tell(store: Store, dataDir: DataDir, request: SampleRequest): Promise<BuiltLibrary[]> {
  const untilSeconds = request.untilSeconds - (request.untilSeconds % DAY_SECONDS);
  const time: StoryTime = { fromSeconds: untilSeconds - request.years * 365 * DAY_SECONDS, untilSeconds };
  const clock = storyClock(time.fromSeconds);
  const { passwordCost = PASSWORD_COST } = request;
  const services = composeEveryService({
    ...store,
    ...{ clock, ids: storyIds(request.seed), events: { emit: () => undefined } },
    ...{ secret: loadSecret(dataDir), passwordCost, ...deriveHere },
  });
  await makePeople(services);
  const libraries = sampleStory(request.seed, time);
  const made = new Map<SampleLibrary, LibraryId>();
  for (const library of libraries) made.set(library, await makeLibrary(services, library));
  const performer = new StepPerformer(services, store.objects);
  for (const { step, id } of inOrder(made)) {
    clock.goTo(step.atSeconds);
    await performer.perform(id, step);
  }
  clock.goTo(untilSeconds);
  services.retention.note();
  return libraries.map((library) => summaryOf(services, library, made.get(library)));
}

/** The steps of all libraries as they happened: one household has one calendar. */
function inOrder(made: ReadonlyMap<SampleLibrary, LibraryId>) {
  const all = [...made].flatMap(([{ steps }, id]) => steps.map((step) => ({ step, id })));
  return all.sort((a, b) => a.step.atSeconds - b.step.atSeconds);
}

function callerFor(person: PersonName) {
  return { email: PEOPLE[person].email, isAdmin: person === 'mara' };
}

async function makePeople({ accounts }: EveryService): Promise<void> {
  const { mara, jonas } = PEOPLE;
  await accounts.ensureFirstAdministrator({ email: mara.email, password: SAMPLE_PASSWORD });
  const administrator = callerFor('mara');
  await accounts.updateUser(administrator, mara.email, { name: mara.name });
  await accounts.createUser(administrator, { ...jonas, password: SAMPLE_PASSWORD });
}

async function makeLibrary(services: EveryService, library: SampleLibrary): Promise<LibraryId> {
  const { name, description, owner, sharedWith } = library;
  const { view } = await services.libraries.create(callerFor(owner), { name, description });
  const { id } = view.library;
  const { email } = PEOPLE[sharedWith];
  services.shares.shareWithUser(callerFor(owner), id, { email, permission: 'rw', isAdmin: false });
  return id;
}

function summaryOf(
  services: EveryService,
  { owner, name }: SampleLibrary,
  id: LibraryId | undefined,
): BuiltLibrary {
  if (id === undefined) throw new Error(`${name} was not made`);
  const { library } = services.libraries.find(callerFor(owner), id);
  const { headId, headSeq, fileCount, sizeBytes } = library;
  return { id, name, headId, commits: headSeq, files: fileCount, sizeBytes };
}
