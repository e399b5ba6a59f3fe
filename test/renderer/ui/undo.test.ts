import { describe, expect, it, vi } from 'vitest';
import type { Problem } from '../../../src-renderer/format/problem.ts';
import { NOTHING_REMOVED, type Removal } from '../../../src-renderer/format/removal.ts';
import { Toasts } from '../../../src-renderer/ui/toasts.svelte.ts';
import { type Undoable, UndoStack } from '../../../src-renderer/ui/undo.svelte.ts';

const LIBRARIES = { photos: { name: 'Family photos', files: 408 }, docs: { name: 'Home docs', files: 9 } };
const MINUTE = 60_000;

interface World {
  readonly outcome?: number | Problem;
  readonly removal?: Removal | Problem;
}

function stack({ outcome = 0, removal = NOTHING_REMOVED }: World = {}) {
  const toasts = new Toasts();
  const taken: string[] = [];
  const place = { here: 'photos', now: 0 };
  const undo = new UndoStack({
    toasts,
    takeBack: async (done) => {
      taken.push(done.map(({ commit_id }) => commit_id).join(' '));
      return outcome;
    },
    foresee: async () => removal,
    library: (id) => LIBRARIES[id as keyof typeof LIBRARIES] ?? null,
    here: () => place.here,
    now: () => place.now,
  });
  function did(deed: string, more: Partial<Undoable> & { readonly ids?: readonly string[] } = {}): void {
    const { ids = [deed], ...rest } = more;
    const back = ids.map((commit_id) => ({ library_id: 'photos', commit_id }));
    undo.offer({ title: `Did: ${deed}`, deed, libraryId: 'photos', back, ...rest });
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
    expect(undo.question?.removal).toEqual(files(21));
    undo.question?.answer(true);
    await told('Undid uploading 21 files in Family photos');
    expect(toasts.all.at(-1)?.text).toMatch(/^21.files moved to the trash\.$/);
  });

  it('is asked about when taking it back removes a large part of a small library', async () => {
    const { undo, did, place, asked } = stack({ removal: files(6) });
    place.here = 'docs';
    did('uploading 6 files', { libraryId: 'docs' });
    undo.undoLast();
    await asked();
  });

  it('says what was left as it is, and what did not work', async () => {
    const some = stack({ outcome: 2 });
    some.did('moving “a.txt”');
    some.undo.undoLast();
    await vi.waitFor(() => expect(some.toasts.all.at(-1)?.text).toMatch(/^2.items changed since then/));
    const none = stack({ outcome: { code: 'library-read-only', details: '' } });
    none.did('moving “a.txt”');
    none.undo.undoLast();
    await none.told('Not undone: moving “a.txt” in Family photos');
    expect(none.undo.undoLast()).toBe(false);
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
