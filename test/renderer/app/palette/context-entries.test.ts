import { describe, expect, it, vi } from 'vitest';
import { createApi } from '../../../../src-renderer/api/api.ts';
import { LibraryDialogs } from '../../../../src-renderer/app/library-dialogs.svelte.ts';
import { openLibraryEntries, shownEntries } from '../../../../src-renderer/app/palette/context-entries.ts';
import { fileEntries } from '../../../../src-renderer/app/palette/file-entries.ts';
import { LibraryLocks } from '../../../../src-renderer/features/libraries/library-locks.ts';
import { Clock } from '../../../../src-renderer/ui/clock.svelte.ts';
import { Toasts } from '../../../../src-renderer/ui/toasts.svelte.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';

describe('what the palette offers for the open library', () => {
  it('is to share and export it, and to go to its parts', () => {
    const dialogs = new LibraryDialogs(new LibraryLocks(createApi(answering({})), new Toasts()), new Clock());
    const library = localLibrary({ name: 'Papers' });
    const entries = openLibraryEntries(library, dialogs);
    expect(entries.map(({ label, note }) => `${label} ${note}`)).toEqual([
      'Share… Papers',
      'Export… Papers',
      'Open as a drive… Papers',
      'History Papers',
      'Settings Papers',
      'Trash Papers',
    ]);
    entries[0]?.run();
    expect(dialogs.sharing).toEqual({ library });
    expect(openLibraryEntries(null, dialogs)).toEqual([]);
  });
});

describe('what it offers for what is selected', () => {
  it('are the lines of its menu that can be chosen', () => {
    const onselect = vi.fn();
    const items = [
      { label: 'Restore', onselect },
      null,
      { label: 'Rename', unavailable: 'read-only', onselect },
    ];
    const entries = shownEntries([{ of: 'letter.txt', items }]);
    expect(entries.map(({ label, note }) => [label, note])).toEqual([['Restore', 'letter.txt']]);
    entries[0]?.run();
    expect(onselect).toHaveBeenCalledOnce();
  });
});

describe('files in the palette', () => {
  it('are the first five that the search finds by name now, with where they are', async () => {
    const asked: unknown[] = [];
    const found = (path: string) => ({ library_id: 'L', library_name: 'Papers', path, is_dir: false });
    const http = answering({
      'GET search/': ({ query }: { readonly query?: object }) => {
        asked.push(query);
        return { results: ['/Trip/a.txt', '/b', '/c', '/d', '/e', '/f'].map(found) };
      },
    });
    const rows = await fileEntries(createApi(http), 'a', new AbortController().signal);
    expect(asked).toEqual([{ q: 'a', in: 'names', state: 'now' }]);
    expect(rows.map(({ label, note }) => [label, note]).slice(0, 2)).toEqual([
      ['a.txt', 'Papers › Trip'],
      ['b', 'Papers'],
    ]);
    expect(rows).toHaveLength(5);
  });
});
