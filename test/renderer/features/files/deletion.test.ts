import { describe, expect, it, vi } from 'vitest';
import { createApi } from '../../../../src-renderer/api/api.ts';
import { Deletion } from '../../../../src-renderer/features/files/deletion.svelte.ts';
import { Toasts } from '../../../../src-renderer/ui/toasts.svelte.ts';
import type { EntryJson } from '../../../../src-shared/contents-api.ts';
import type { LinkedFolderJson } from '../../../../src-shared/folders-api.ts';
import { linkedFolder, localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import { undoOf } from '../../undo-stack.ts';

const LIBRARY = localLibrary({ file_count: 408 });
const DELETE = `POST libraries/${LIBRARY.id}/items/delete/`;
const MEASURE = `POST libraries/${LIBRARY.id}/items/measure/`;

function entry(name: string, kind: EntryJson['kind'] = 'file'): EntryJson {
  return {
    ...{ name, kind, id: 'a'.repeat(40), size: kind === 'file' ? 10 : 0, mtime: 0 },
    ...{ modifier: '', modifier_name: '', executable: false },
  };
}

const many = (count: number) => Array.from({ length: count }, (_, at) => entry(`item ${at}.txt`));

interface Service {
  readonly folder?: LinkedFolderJson | null;
  readonly keepDays?: number;
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Before each call that deletes, counted from 1; an error is its answer. */
  readonly ondelete?: (deletion: Deletion, call: number) => Error | undefined;
}

function start(
  entries: readonly EntryJson[],
  { answers = {}, ondelete, folder = null, keepDays = -1 }: Service = {},
) {
  let call = 0;
  const http = answering({
    [DELETE]: () => {
      call += 1;
      const commits = [{ library_id: LIBRARY.id, commit_id: String(call) }];
      return ondelete?.(deletion, call) ?? { path: '/', commits };
    },
    ...answers,
  });
  const api = createApi(http);
  const toasts = new Toasts();
  const deletion = new Deletion({
    ...{ api, toasts, undo: undoOf(api, toasts), folder: '/Old' },
    library: () => ({ ...LIBRARY, folder, keep_days: keepDays }),
  });
  const onbegin = vi.fn();
  const reload = vi.fn(async () => undefined);
  const done = deletion.start(entries, { onbegin, reload });
  const asked = () => vi.waitFor(() => expect(deletion.question).not.toBeNull());
  const deleted = () =>
    http.calls.flatMap(({ call, body }) => (call === DELETE && body && 'names' in body ? [body.names] : []));
  return { deletion, done, asked, deleted, toasts, http, onbegin };
}

describe('deleting', () => {
  it('few files asks nothing, and offers a way back', async () => {
    const { done, deleted, toasts, deletion } = start(many(20));
    expect(await done).toBe(true);
    expect([deleted().length, deletion.question]).toEqual([1, null]);
    expect(toasts.all[0]?.title).toMatch(/^20.items were deleted$/);
    expect(toasts.all[0]?.action?.label).toBe('Undo');
    expect(toasts.all[0]?.text).toBe('From “Documents”. They stay in the trash.');
  });

  it('says that files of a linked folder go from this computer', async () => {
    const { done, toasts } = start(many(2), { folder: linkedFolder({}) });
    expect(await done).toBe(true);
    expect(toasts.all[0]?.text).toBe(
      'From “Documents”, and from /home/ada/Documents on this computer. They stay in the trash.',
    );
  });

  it('promises no trash where only the current version is kept', async () => {
    const { done, toasts } = start(many(2), { keepDays: 0 });
    expect(await done).toBe(true);
    expect(toasts.all[0]?.text).toBe(
      'From “Documents”. The trash does not have them: this library keeps only the current version.',
    );
  });

  it('many files waits for a yes to their number and size', async () => {
    const { done, asked, deleted, deletion, onbegin } = start(many(21));
    await asked();
    expect(deletion.question?.removal).toMatchObject({ files: 21, bytes: 210, itemCount: 21 });
    expect([deleted(), onbegin.mock.calls.length]).toEqual([[], 0]);
    deletion.question?.answer(false);
    expect([await done, deleted(), deletion.question]).toEqual([false, [], null]);
  });

  it('one folder counts with all that it holds', async () => {
    const held = { items: [{ name: 'House', is_dir: true, files: 290, bytes: 7_000 }] };
    const { asked, deletion, deleted, done, toasts } = start([entry('House', 'dir')], {
      answers: { [MEASURE]: held },
    });
    await asked();
    expect(deletion.question?.removal).toEqual({
      ...{ files: 290, bytes: 7_000, itemCount: 1 },
      items: [{ path: '/Old/House', isFolder: true, files: 290, bytes: 7_000 }],
    });
    expect(deleted()).toEqual([]);
    deletion.question?.answer(true);
    expect(await done).toBe(true);
    expect(toasts.all[0]?.title).toBe('“House” was deleted');
    expect(toasts.all[0]?.text).toMatch(/^From “Documents”\. 290.files in all\. It stays in the trash\.$/);
  });

  it('20,000 files takes several calls and tells how far it is; one undo takes all of them back', async () => {
    const seen: unknown[] = [];
    const { done, asked, deletion, deleted, toasts, http } = start(many(20_000), {
      ondelete: ({ progress }) => {
        seen.push(progress);
        return undefined;
      },
    });
    await asked();
    deletion.question?.answer(true);
    expect(await done).toBe(true);
    expect(seen).toEqual([0, 10_000].map((gone) => ({ done: gone, total: 20_000 })));
    expect(deleted().map((names) => (names as string[]).length)).toEqual([10_000, 10_000]);
    expect(toasts.all.map(({ title }) => title)).toEqual([expect.stringMatching(/^20,000.items were/)]);
    const [toast] = toasts.all;
    if (toast) toasts.act(toast);
    const undone = () => http.calls.filter(({ call }) => call.endsWith('/undo/')).length;
    await vi.waitFor(() => expect(undone()).toBeGreaterThan(0));
  });

  it('that is stopped, or fails half-way, tells what is gone', async () => {
    const stopped = start(many(20_000), {
      ondelete: (deletion) => {
        deletion.stop();
        return undefined;
      },
    });
    await stopped.asked();
    stopped.deletion.question?.answer(true);
    expect(await stopped.done).toBe(true);
    expect(stopped.toasts.all[0]?.title).toMatch(/^10,000.items were deleted$/);

    const failed = start(many(11_000), {
      ondelete: (_, call) => (call === 1 ? undefined : new Error('the disk is full')),
    });
    await failed.asked();
    failed.deletion.question?.answer(true);
    expect(await failed.done).toBe(true);
    expect(failed.toasts.all.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^10,000.items were deleted$/),
      expect.stringMatching(/^1,000.items could not be deleted\.$/),
    ]);
  });
});
