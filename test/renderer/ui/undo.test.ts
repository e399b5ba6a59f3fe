import { describe, expect, it, vi } from 'vitest';
import type { Problem } from '../../../src-renderer/format/problem.ts';
import { Toasts } from '../../../src-renderer/ui/toasts.svelte.ts';
import { UndoStack } from '../../../src-renderer/ui/undo.ts';

const commits = (...ids: readonly string[]) => ids.map((commit_id) => ({ library_id: 'l', commit_id }));

function stack(outcome: number | Problem = 0) {
  const toasts = new Toasts();
  const taken: string[] = [];
  const undo = new UndoStack({
    toasts,
    takeBack: async (done) => {
      taken.push(done.map(({ commit_id }) => commit_id).join(' '));
      return outcome;
    },
  });
  return { toasts, taken, undo };
}

describe('what was done', () => {
  it('is taken back newest first, and once', async () => {
    const { undo, taken, toasts } = stack();
    undo.offer({ title: 'First', commits: commits('1') });
    undo.offer({ title: 'Second', commits: commits('2', '3') });
    const [, second] = toasts.all;
    if (second) toasts.act(second);
    undo.undoLast();
    expect(undo.undoLast()).toBe(false);
    await vi.waitFor(() => expect(taken).toEqual(['2 3', '1']));
  });

  it('says what was left as it is, and what did not work', async () => {
    const some = stack(2);
    some.undo.offer({ title: 'Moved', commits: commits('1') });
    some.undo.undoLast();
    await vi.waitFor(() => expect(some.toasts.all.at(-1)?.text).toMatch(/^2.items changed since then/));
    const none = stack({ code: 'library-read-only', details: '' });
    none.undo.offer({ title: 'Moved', commits: commits('1') });
    none.undo.undoLast();
    await vi.waitFor(() => expect(none.toasts.all.at(-1)?.title).toBe('Not undone: Moved'));
  });

  it('without a commit is only told', () => {
    const { undo, toasts } = stack();
    undo.offer({ title: 'Nothing changed', commits: [] });
    expect([undo.undoLast(), toasts.all[0]?.action]).toEqual([false, null]);
  });
});
