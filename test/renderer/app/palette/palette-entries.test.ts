import { expect, it } from 'vitest';
import { createApi } from '../../../../src-renderer/api/api.ts';
import { LibraryDialogs } from '../../../../src-renderer/app/library-dialogs.svelte.ts';
import { actionEntries, type PaletteActions } from '../../../../src-renderer/app/palette/action-entries.ts';
import { settingsEntries } from '../../../../src-renderer/app/palette/part-entries.ts';
import { libraryEntries, placeEntries } from '../../../../src-renderer/app/palette/place-entries.ts';
import { LibraryLocks } from '../../../../src-renderer/features/libraries/library-locks.ts';
import {
  matchingEntries,
  searchedEntries,
} from '../../../../src-renderer/features/palette/palette-search.ts';
import { Clock } from '../../../../src-renderer/ui/clock.svelte.ts';
import { Toasts } from '../../../../src-renderer/ui/toasts.svelte.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';

const nothing = () => undefined;
const ACTIONS: PaletteActions = {
  ...{ newLibrary: nothing, addFolder: nothing, connectPhone: nothing, lock: nothing, lockAll: nothing },
  ...{ pause: nothing, resume: nothing, rescan: nothing, openSample: nothing, removeSample: nothing },
  ...{
    undo: nothing,
    chooseTheme: nothing,
    chooseLanguage: nothing,
    showShortcuts: nothing,
    signOut: nothing,
  },
};
const papers = localLibrary({ name: 'Papers' });
const sample = localLibrary({ id: '11111111-2222-3333-4444-555555555555', name: 'Trip', is_sample: true });

/** What a user on the home screen finds by typing that, best first. */
function found(typed: string, { hasSample = false } = {}): readonly string[] {
  const actions = new LibraryDialogs(new LibraryLocks(createApi(answering({})), new Toasts()), new Clock());
  const state = {
    folders: [],
    open: [],
    folder: null,
    isAdmin: true,
    canSignOut: true,
    theme: 'light',
  } as const;
  const entries = [
    ...placeEntries(true),
    ...libraryEntries(hasSample ? [papers, sample] : [papers], { open: null, actions }),
    ...actionEntries({ ...state, hasSample }, ACTIONS),
    ...settingsEntries({ isAdmin: true, hasApp: false }),
  ];
  return matchingEntries(searchedEntries(entries), typed, []).map(
    ({ label, note }) => `${label} – ${note ?? ''}`,
  );
}

it('finds the sample where there is none, and what is done with the one there is', () => {
  expect(found('sample')).toEqual(['Look around with a sample – ']);
  expect(found('sample', { hasSample: true })).toEqual([
    'Open the sample – ',
    'Remove the sample – ',
    'Trip – Library',
  ]);
});

it('finds the parts of the settings', () => {
  expect(found('backup')[0]).toBe('Backup – Settings');
  expect(found('token')).toContain('Access token – Settings');
  expect(found('autostart')).toEqual([]);
});

it('finds what can be done with a library before it is open', () => {
  expect(found('export pap')).toEqual(['Export… – Papers']);
  expect(found('drive')).toContain('Open as a drive… – Papers');
  expect(found('rename')).toContain('Papers – Settings');
});

it('finds something for each noun on the screens', () => {
  const nouns = [
    ...['devices', 'preview', 'expires', 'versions', 'growth', 'ignore rules', 'retention'],
    ...['integrity', 'owner', 'moment', 'note', 'download', 'upload', 'encryption', 'licence', 'network'],
  ];
  expect(nouns.filter((noun) => found(noun).length === 0)).toEqual([]);
});
