import { expect, it } from 'vitest';
import type { LinkedFolder } from '../../../../src-main/core/folder/linked-folder.ts';
import { FolderRunners } from '../../../../src-main/folder/control/folder-runners.ts';
import type { LinkedFoldersDependencies } from '../../../../src-main/folder/control/linked-folders-setup.ts';
import { MemoryIndex } from '../../../simulation/memory-index.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { fakeClock } from '../../../support/fake-clock.ts';
import { fakeTimers } from '../../../support/fake-timers.ts';
import { folderActivityIn } from '../../../support/folder-activity.ts';

function folder(id: string, libraryId: string, path = `/${id}`): LinkedFolder {
  const ignoring = { agreed: null, offered: null, isTouched: false };
  return { key: 1, id, libraryId, path, paused: false, ignoring } as unknown as LinkedFolder;
}

/** The loops of these folders, with the places that are opened for them. */
function runnersOf(...folders: readonly LinkedFolder[]) {
  const opened: string[] = [];
  const dependencies = {
    ...{ index: new MemoryIndex(), clock: fakeClock(), timers: fakeTimers() },
    folderActivity: folderActivityIn(),
    rows: { list: () => folders },
    journal: { exclusions: () => [], pending: () => [] },
    openReader: (path: string) => void opened.push(path),
    ignoreDefaults: '',
    openFileSystem: () => undefined,
    objectsFor: () => undefined,
  } as unknown as LinkedFoldersDependencies;
  return { runners: new FolderRunners(dependencies), opened };
}

const ids = (found: readonly { folder: LinkedFolder }[]) => found.map(({ folder: { id } }) => id);

it('there is a loop for each folder on record, in the order of linking, and none runs by itself', async () => {
  const { runners, opened } = runnersOf(folder('b', 'one'), folder('a', 'two'), folder('c', 'one'));
  expect(ids(runners.all())).toEqual(['b', 'a', 'c']);
  expect(ids(runners.linkedTo('one'))).toEqual(['b', 'c']);
  expect(opened).toEqual(['/b', '/a', '/c']);
  expect(runners.find('a').folder.libraryId).toBe('two');
  expect(await refusalOf(() => runners.find('d'))).toEqual({
    ...{ code: 'linked-folder-not-found', detail: { value: 'd' } },
  });
});

it('a folder that is opened again has one loop, at its new place, until it is forgotten', async () => {
  const { runners, opened } = runnersOf(folder('a', 'one'));
  const before = runners.find('a');
  const now = runners.open(folder('a', 'one', '/elsewhere'));
  expect([runners.all(), opened]).toEqual([[now], ['/a', '/elsewhere']]);
  expect(now).not.toBe(before);
  runners.forget(now);
  expect(runners.all()).toEqual([]);
});
