import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { nameOf } from '../../../src-main/core/library/path.ts';
import { proofSize } from '../../support/proof-size.ts';
import { randomBytesOf } from '../../support/seeded-random.ts';
import type { Acknowledged } from './acknowledged.ts';
import { commitChanges, digestsOf, libraryNamed, putFiles } from './library-changes.ts';
import { OWNER, type ScenarioWorld } from './scenario-world.ts';

/** What a user does to a prepared data folder, one acknowledged change after the other. */
export interface Scenario {
  readonly name: string;
  /** Makes what is there before the first change. */
  prepare(world: ScenarioWorld): Promise<void>;
  readonly changes: readonly ((world: ScenarioWorld) => Promise<Acknowledged>)[];
}

const LIBRARY = 'Papers';
/** A block of this size has a file of its own. */
const LARGE_BYTES = 1024 * 1024 + 17;
const CENTURY_SECONDS = 100 * 365 * 86_400;

/** The things that users do to their data, each small enough to be cut short everywhere. */
const SCENARIOS: readonly Scenario[] = [
  put(),
  commits(),
  renames(),
  deletions(),
  collection(),
  restores(),
  folderLibraries(),
];

/** Those that are gone through on every change where each takes long; the long run takes all. */
export const USUAL_SCENARIOS = SCENARIOS.slice(0, proofSize({ ci: 6, long: SCENARIOS.length }));

/** @throws Error when there is none of this name */
export function scenarioNamed(name: string): Scenario {
  const found = SCENARIOS.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`no scenario ${name}`);
  return found;
}

function put(): Scenario {
  const large = Buffer.alloc(LARGE_BYTES, 'a large photograph ');
  return {
    name: 'put',
    prepare: (world) => addLibrary(world, LIBRARY, { '/readme.txt': small('readme') }),
    changes: [
      inLibrary((world, id) =>
        putFiles(world, id, {
          '/notes/one.txt': small('one'),
          '/two.txt': small('two'),
          '/photo.raw': large,
        }),
      ),
      inLibrary((world, id) =>
        putFiles(world, id, { '/readme.txt': small('edited'), '/film.raw': [large, small('end of film')] }),
      ),
    ],
  };
}

function commits(): Scenario {
  const one = (name: string) =>
    inLibrary((world, id) => putFiles(world, id, { [`/${name}.txt`]: small(name) }));
  return {
    name: 'commit',
    prepare: (world) => addLibrary(world, LIBRARY, { '/first.txt': small('first') }),
    changes: ['second', 'third', 'fourth', 'second'].map((name, index) =>
      index < 3
        ? one(name)
        : inLibrary((world, id) => putFiles(world, id, { [`/${name}.txt`]: small('again') })),
    ),
  };
}

function renames(): Scenario {
  const files = { '/album/a.txt': small('a'), '/album/b.txt': small('b'), '/c.txt': small('c') };
  const {
    '/album/a.txt': ofA = '',
    '/album/b.txt': ofB = '',
    '/c.txt': ofC = '',
  } = digestsOf(files) as Partial<Record<string, string>>;
  return {
    name: 'rename and move',
    prepare: (world) => addLibrary(world, LIBRARY, files),
    changes: [
      inLibrary((world, id) =>
        commitChanges(world, id, {
          changes: [{ op: 'move', from: '/c.txt', to: '/see.txt' }],
          files: { '/see.txt': ofC },
          gone: ['/c.txt'],
        }),
      ),
      inLibrary((world, id) =>
        commitChanges(world, id, {
          changes: [{ op: 'move', from: '/album', to: '/archive/album' }],
          files: { '/archive/album/a.txt': ofA, '/archive/album/b.txt': ofB },
          gone: ['/album'],
        }),
      ),
      inLibrary(async (world, id) => {
        await world.services.libraries.rename(OWNER, id, { name: 'Letters' });
        return headCommit(world, id, {});
      }),
    ],
  };
}

function deletions(): Scenario {
  const files = { '/a.txt': small('a'), '/folder/b.txt': small('b'), '/keep.txt': small('keep') };
  const kept = { '/keep.txt': digestsOf(files)['/keep.txt'] ?? '' };
  const removal = (path: string) =>
    inLibrary(async (world, id) => {
      await world.services.files.remove(OWNER, id, path);
      return headCommit(world, id, { files: kept, gone: [path] });
    });
  return {
    name: 'delete and trash',
    prepare: async (world) => {
      await addLibrary(world, LIBRARY, files);
      await addLibrary(world, 'Doomed', files);
    },
    changes: [
      removal('/a.txt'),
      removal('/folder'),
      inLibrary(async (world, libraryId) => {
        world.services.trash.clean(OWNER, libraryId);
        return { libraryId };
      }),
      async (world) => {
        const libraryId = libraryNamed(world, 'Doomed');
        await world.services.libraries.remove(OWNER, libraryId);
        return { libraryId, library: 'deleted' };
      },
    ],
  };
}

function collection(): Scenario {
  const kept = { '/kept.txt': small('kept') };
  const gone = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`/${name}.txt`, small(name)]));
  return {
    name: 'collect garbage',
    prepare: async (world) => {
      const files = {
        '/large.raw': Buffer.alloc(LARGE_BYTES, 'a large file that goes '),
        '/small.txt': small('doomed'),
      };
      await addLibrary(world, LIBRARY, { ...kept, ...gone, ...files });
      const id = libraryNamed(world, LIBRARY);
      const changes = [...Object.keys(gone), ...Object.keys(files)].map(
        (path) => ({ op: 'remove', path }) as const,
      );
      await commitChanges(world, id, { changes });
      world.services.libraries.setRetention(OWNER, id, 0);
      await addLibrary(world, 'Doomed', files);
      await world.services.libraries.remove(OWNER, libraryNamed(world, 'Doomed'));
    },
    changes: [
      inLibrary(async (world, id) => {
        // Objects are dated by the clock of the system, and young ones stay.
        world.clock.advance(CENTURY_SECONDS);
        const { removedObjects, diskBytes } = await world.services.garbage.collect(OWNER);
        if (removedObjects < 15 || diskBytes < LARGE_BYTES) throw new Error('too little was collected');
        return headCommit(world, id, { files: digestsOf(kept) });
      }),
      async (world) => {
        const libraryId = libraryNamed(world, 'Doomed');
        await world.services.deletedLibraries.purge(OWNER, libraryId);
        return { libraryId, library: 'purged' };
      },
      inLibrary((world, id) => putFiles(world, id, { '/after.txt': small('after') })),
    ],
  };
}

function restores(): Scenario {
  const before = { '/kept.txt': small('first version'), '/folder/inside.txt': small('inside') };
  const first = digestsOf(before);
  const restoring = (path: string, files: Record<string, string>) =>
    inLibrary(async (world, libraryId) => {
      const { commits } = world.services.history.page(OWNER, libraryId, { page: 1, perPage: 100 });
      const old = commits.find(({ seq }) => seq === 2);
      if (old === undefined) throw new Error('the library has no second commit');
      const { commitId } = await world.services.restores.item(OWNER, libraryId, path, old.id);
      return { libraryId, commit: { id: commitId, files, gone: [] } };
    });
  return {
    name: 'restore',
    prepare: async (world) => {
      await addLibrary(world, LIBRARY, before);
      const id = libraryNamed(world, LIBRARY);
      await putFiles(world, id, { '/kept.txt': small('second version'), '/new.txt': small('new') });
      await world.services.files.remove(OWNER, id, '/folder');
      await addLibrary(world, 'Doomed', before);
      await world.services.libraries.remove(OWNER, libraryNamed(world, 'Doomed'));
    },
    changes: [
      restoring('/kept.txt', { '/kept.txt': first['/kept.txt'] ?? '' }),
      restoring('/folder', { '/folder/inside.txt': first['/folder/inside.txt'] ?? '' }),
      restoring('/', first),
      async (world) => {
        const libraryId = libraryNamed(world, 'Doomed');
        await world.services.deletedLibraries.restore(OWNER, libraryId);
        return { libraryId, library: 'alive' };
      },
    ],
  };
}

/** Each change moves the heads of a library and of folders of it together. */
function folderLibraries(): Scenario {
  const files = { '/work/plan.txt': small('plan'), '/work/deep/note.txt': small('note') };
  const { '/work/plan.txt': ofPlan = '', '/work/deep/note.txt': ofNote = '' } = digestsOf(files) as Partial<
    Record<string, string>
  >;
  const [work, deep] = ['1', '2'].map((digit) => digit.repeat(8).concat('-0000-4000-8000-000000000000'));
  const share = (
    world: ScenarioWorld,
    origin: LibraryId,
    [id, path]: readonly [string | undefined, string],
  ) =>
    world.services.changeLibrary.createFolderLibrary({
      ...{ id: id as LibraryId, name: nameOf(path), origin: { id: origin, path }, author: OWNER.email },
    });
  return {
    name: 'folder libraries',
    prepare: async (world) => {
      await addLibrary(world, LIBRARY, files);
      await share(world, libraryNamed(world, LIBRARY), [work, '/work']);
    },
    changes: [
      inLibrary(async (world, id) => {
        await share(world, id, [deep, '/work/deep']);
        return headCommit(world, id, {});
      }),
      inLibrary(async (world, id) => {
        await putFiles(world, work as LibraryId, { '/deep/new.txt': small('new') });
        const put = { '/work/deep/new.txt': digestsOf({ new: small('new') })['new'] ?? '' };
        return headCommit(world, id, { files: put });
      }),
      inLibrary((world, id) =>
        commitChanges(world, id, {
          changes: [{ op: 'move', from: '/work', to: '/job' }],
          files: { '/job/plan.txt': ofPlan, '/job/deep/note.txt': ofNote },
          gone: ['/work'],
        }),
      ),
      inLibrary(async (world, id) => {
        await world.services.files.remove(OWNER, id, '/job');
        return headCommit(world, id, { gone: ['/job'] });
      }),
      inLibrary(async (world, libraryId) => {
        const { commits } = world.services.history.page(OWNER, libraryId, { page: 1, perPage: 100 });
        const before = commits[1];
        if (before === undefined) throw new Error('the library has no second commit');
        const { commitId } = await world.services.restores.item(OWNER, libraryId, '/job', before.id);
        return { libraryId, commit: { id: commitId, files: { '/job/deep/note.txt': ofNote }, gone: [] } };
      }),
    ],
  };
}

function inLibrary(
  change: (world: ScenarioWorld, id: LibraryId) => Promise<Acknowledged>,
): (world: ScenarioWorld) => Promise<Acknowledged> {
  return (world) => change(world, libraryNamed(world, LIBRARY));
}

async function addLibrary(
  world: ScenarioWorld,
  name: string,
  files: Readonly<Record<string, Buffer>>,
): Promise<void> {
  const { accounts, libraries } = world.services;
  await accounts.ensureFirstAdministrator({ email: OWNER.email, password: 'secret' });
  const { view } = await libraries.create(OWNER, { name });
  await putFiles(world, view.library.id, files);
}

/** The head as it is now, acknowledged. */
function headCommit(
  { store }: ScenarioWorld,
  libraryId: LibraryId,
  { files = {}, gone = [] }: { files?: Readonly<Record<string, string>>; gone?: readonly string[] },
): Acknowledged {
  const head = store.tables.libraryTable.find(libraryId)?.headId;
  if (head === undefined) throw new Error('the library is gone');
  return { libraryId, commit: { id: head, files, gone } };
}

/** Content of a few hundred bytes, different for each name. */
function small(name: string): Buffer {
  return randomBytesOf(name, 300);
}
