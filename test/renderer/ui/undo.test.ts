import { describe, expect, it, vi } from 'vitest';
import type { Problem } from '../../../src-renderer/format/problem.ts';
import { NOTHING_REMOVED, type Removal } from '../../../src-renderer/format/removal.ts';
import { Toasts } from '../../../src-renderer/ui/toasts.svelte.ts';
import { type Undoable, UndoStack } from '../../../src-renderer/ui/undo.svelte.ts';
import type { UndoneItemsJson as UndoneJson } from '../../../src-shared/items-api.ts';
import { UNDONE_ITEMS } from '../builders.ts';

const LIBRARIES = {
  photos: { name: 'Family photos', files: 408, folderPath: '', keepDays: -1 },
  docs: { name: 'Home docs', files: 9, folderPath: '/home/ada/Docs', keepDays: -1 },
  drafts: { name: 'Drafts', files: 408, folderPath: '', keepDays: 0 },
};
const MINUTE = 60_000;

const renamedSince = { path: '/Two.csv', is_dir: false, reason: 'renamed-since' } as const;

interface World {
  readonly outcome?: UndoneJson | Problem;
  readonly removal?: Removal | Problem;
  readonly others?: number;
  readonly leftAlone?: number;
}

function stack({ outcome = UNDONE_ITEMS, removal = NOTHING_REMOVED, others = 0, leftAlone = 0 }: World = {}) {
  const toasts = new Toasts();
  const taken: string[] = [];
  const place = { here: 'photos', now: 0 };
  const undo = new UndoStack({
    toasts,
    takeBack: async (done) => {
      taken.push(done.map(({ commit_id }) => commit_id).join(' '));
      return outcome;
    },
    preview: async () => ('code' in removal ? removal : { removal, others, leftAlone }),
    library: (id) => LIBRARIES[id as keyof typeof LIBRARIES] ?? null,
    here: () => place.here,
    now: () => place.now,
  });
  function did(action: string, more: Partial<Undoable> & { readonly ids?: readonly string[] } = {}): void {
    const { ids = [action], ...rest } = more;
    const back = ids.map((commit_id) => ({ library_id: 'photos', commit_id }));
    undo.offer({ title: `Did: ${action}`, action, libraryId: 'photos', back, ...rest });
  }
  const asked = () => vi.waitFor(() => expect(undo.question).not.toBeNull());
  const told = (title: string) => vi.waitFor(() => expect(toasts.all.at(-1)?.title).toBe(title));
  return { toasts, taken, undo, place, did, asked, told };
}

const files = (count: number): Removal => ({
  ...{ files: count, bytes: 10 * count, itemCount: 1 },
  items: [{ path: '/House', isFolder: true, files: count, bytes: 10 * count }],
});

describe('what was done', () => {
  it('is offered no more once a deleted library is back by other means, and Ctrl+Z says so first', async () => {
    const { undo, taken, toasts, did, told } = stack();
    did('renaming');
    did('deleting the library “Twenty”', { deletedLibraryId: 'twenty', libraryId: null });
    undo.noteRestored('twenty');
    expect(toasts.all.map(({ title }) => title)).toEqual(['Did: renaming']);
    undo.undoLast();
    await told('Nothing left to undo: deleting the library “Twenty” is already undone');
    undo.undoLast();
    await told('Undid renaming in Family photos');
    expect(taken).toEqual(['renaming']);
  });

  it('is taken back newest first, and once', async () => {
    const { undo, taken, toasts, did } = stack();
    did('first');
    did('second', { ids: ['2', '3'] });
    const [, second] = toasts.all;
    if (second) toasts.act(second);
    undo.undoLast();
    expect(undo.undoLast()).toBe(false);
    await vi.waitFor(() => expect(taken).toEqual(['2 3', 'first']));
  });

  it('offers no Undo in its message any more when it is taken back by the key', async () => {
    const { undo, did, toasts, told } = stack();
    did('deleting “a.txt”');
    undo.undoLast();
    await told('Undid deleting “a.txt” in Family photos');
    expect(toasts.all.map(({ title }) => title)).toEqual(['Undid deleting “a.txt” in Family photos']);
  });

  it('is named with its place when it is taken back', async () => {
    const { undo, did, told } = stack();
    did('restoring “IMG_1262.jpg”');
    undo.undoLast();
    await told('Undid restoring “IMG_1262.jpg” in Family photos');
  });

  it('is taken back by whatever takes it back, where it is no commit', async () => {
    const { undo, did, told } = stack();
    const back = vi.fn(async () => null);
    did('deleting the library “Old”', { back, libraryId: null });
    undo.undoLast();
    await told('Undid deleting the library “Old”');
    expect(back).toHaveBeenCalledTimes(1);
  });

  it('is asked about where it lies in another library than the one that is open', async () => {
    const { undo, place, did, taken, asked, told } = stack();
    did('deleting “a.txt”');
    place.here = 'docs';
    expect(undo.undoLast()).toBe(true);
    await asked();
    expect([undo.question?.what, taken]).toEqual(['deleting “a.txt” in Family photos', []]);
    undo.question?.answer(false);
    await vi.waitFor(() => expect(undo.question).toBeNull());
    undo.undoLast();
    await asked();
    undo.question?.answer(true);
    await told('Undid deleting “a.txt” in Family photos');
  });

  it('is taken back at once on the screen where it was done, which may be of no library', async () => {
    const { undo, place, did, told } = stack();
    place.here = 'trash';
    did('restoring “a.txt”');
    undo.undoLast();
    await told('Undid restoring “a.txt” in Family photos');
  });

  it('is asked about after five minutes, and not before', async () => {
    const { undo, place, did, asked, told } = stack();
    did('one');
    did('other');
    place.now = 5 * MINUTE;
    undo.undoLast();
    await told('Undid other in Family photos');
    place.now = 5 * MINUTE + 1;
    undo.undoLast();
    await asked();
    expect(undo.question).toMatchObject({ what: 'one in Family photos', doneAtSeconds: 0 });
  });

  it('is asked about when taking it back removes many files, by the toast as by the key', async () => {
    const { undo, did, toasts, asked, told } = stack({ removal: files(21) });
    did('uploading 21 files');
    const [toast] = toasts.all;
    if (toast) toasts.act(toast);
    await asked();
    expect(undo.question?.preview).toEqual({ removal: files(21), others: 0, leftAlone: 0 });
    undo.question?.answer(true);
    await told('Undid uploading 21 files in Family photos');
    expect(toasts.all.at(-1)?.text).toMatch(/^21.files moved to the trash\.$/);
  });

  it('promises no trash in a library that keeps only the current version', async () => {
    const { undo, did, asked, told, toasts } = stack({ removal: files(21) });
    did('uploading 21 files', { libraryId: 'drafts' });
    undo.undoLast();
    await asked();
    expect(undo.question?.keepDays).toBe(0);
    undo.question?.answer(true);
    await told('Undid uploading 21 files in Drafts');
    expect(toasts.all.at(-1)?.text).toMatch(
      /^21.files removed\. The trash does not have them: this library keeps only the current version\.$/,
    );
  });

  it('is asked about when taking it back removes a large part of a small library', async () => {
    const { undo, did, place, asked } = stack({ removal: files(6) });
    place.here = 'docs';
    did('uploading 6 files', { libraryId: 'docs' });
    undo.undoLast();
    await asked();
  });

  it('tells before it is taken back what goes and from where, what comes back, and what stays', async () => {
    const { undo, did, place, asked, told, toasts } = stack({ removal: files(302), others: 2, leftAlone: 3 });
    place.here = 'docs';
    did('restoring 304 files', { libraryId: 'docs' });
    undo.undoLast();
    await asked();
    expect(undo.question).toMatchObject({
      ...{ preview: { removal: { files: 302 }, others: 2, leftAlone: 3 }, folderPath: '/home/ada/Docs' },
    });
    undo.question?.answer(true);
    await told('Undid restoring 304 files in Home docs');
    expect(toasts.all.at(-1)?.text).toMatch(
      /^302.files moved to the trash, from the library and from \/home\/ada\/Docs on this computer\.$/,
    );
  });

  it('that nothing takes back keeps what was done before it from being taken back', async () => {
    const { undo, did, taken, told } = stack();
    did('restoring “a.txt”');
    did('unlinking “Docs”', { back: null });
    expect([undo.undoLast(), undo.undoLast()]).toEqual([true, true]);
    await told(
      'Not undone: unlinking “Docs” in Family photos cannot be taken back with one key. ' +
        'Earlier actions stay as they are.',
    );
    expect(taken).toEqual([]);
  });

  it('that is under way cannot be taken back, nor can what was done before it, until it is over', async () => {
    const { undo, did, taken, told } = stack();
    did('restoring “a.txt”');
    const finish = undo.begin({ action: 'deleting 302 files', libraryId: 'photos' });
    expect(undo.undoLast()).toBe(true);
    await told('Not undone: deleting 302 files in Family photos is still under way. Try again in a moment.');
    const back = [{ library_id: 'photos', commit_id: 'accepted' }];
    finish({ title: '302 files deleted', action: 'deleting 302 files', libraryId: 'photos', back });
    undo.undoLast();
    await told('Undid deleting 302 files in Family photos');
    expect(taken).toEqual(['accepted']);
  });

  it('leaves no trace when nothing came of it', async () => {
    const { undo, did, taken, told } = stack();
    did('restoring “a.txt”');
    undo.begin({ action: 'deleting 302 files', libraryId: 'photos' })(null);
    undo.undoLast();
    await told('Undid restoring “a.txt” in Family photos');
    expect(taken).toEqual(['restoring “a.txt”']);
  });

  it('before the page was loaded is said to be out of reach', () => {
    const { undo, toasts } = stack();
    expect(undo.undoLast()).toBe(false);
    expect(toasts.all.map(({ title }) => title)).toEqual(['Nothing to undo here']);
  });

  it('that was done in part is told so, with what stays and why', async () => {
    const left = ['a', 'b', 'c'].map((name) => ({ ...renamedSince, path: `/${name}` }));
    const { undo, did, told, toasts } = stack({ outcome: { ...UNDONE_ITEMS, left_alone: 4, left } });
    did('moving 5 files');
    undo.undoLast();
    await told('Undid moving 5 files in Family photos, but not all of it');
    expect(toasts.all.at(-1)).toMatchObject({
      tone: 'plain',
      text: '“a” stays as it is. Renamed or moved since. “b” stays as it is. Renamed or moved since. 2 more items stay too.',
    });
    expect(undo.undoLast()).toBe(false);
  });

  it('is not said to be undone where nothing was, and can be undone when that is free', async () => {
    const outcome = { commits: [], left_alone: 1, left: [renamedSince] };
    const { undo, did, told, toasts } = stack({ outcome });
    did('renaming “One.csv”');
    undo.undoLast();
    await told('Not undone: renaming “One.csv” in Family photos');
    expect(toasts.all.at(-1)).toMatchObject({
      ...{ tone: 'bad', text: '“Two.csv” stays as it is. Renamed or moved since.' },
    });
    expect(undo.undoLast()).toBe(true);
  });

  it('that is undone already leaves nothing to do, and makes way for what was done before it', async () => {
    const { undo, did, told } = stack({ outcome: { commits: [], left_alone: 0, left: [] } });
    did('renaming “One.csv”');
    undo.undoLast();
    await told('Nothing left to undo: renaming “One.csv” in Family photos is already undone');
    expect(undo.undoLast()).toBe(false);
  });

  it('says what did not work', async () => {
    const none = stack({ outcome: { code: 'library-read-only', details: '' } });
    none.did('moving “a.txt”');
    none.undo.undoLast();
    await none.told('Not undone: moving “a.txt” in Family photos');
    // Tried again, it says so again instead of undoing what was done before it.
    expect(none.undo.undoLast()).toBe(true);
  });

  it('can be tried again where nobody answered', async () => {
    const { undo, did, told } = stack({ removal: { code: 'unreachable', details: '' } });
    did('moving “a.txt”');
    undo.undoLast();
    await told('Not undone: moving “a.txt” in Family photos');
    expect(undo.undoLast()).toBe(true);
  });

  it('without a commit is only told', () => {
    const { undo, toasts, did } = stack();
    did('nothing', { back: [] });
    expect([undo.undoLast(), toasts.all[0]?.action]).toEqual([false, null]);
  });
});
