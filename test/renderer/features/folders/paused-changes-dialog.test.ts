import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { CommitJson } from '../../../../src-shared/contents-api.ts';
import type { FolderHeldJson } from '../../../../src-shared/folders-api.ts';
import type { UndoneJson } from '../../../../src-shared/history-browsing-api.ts';
import { heldFiles, linkedFolder, localLibrary, UNDONE_ITEMS } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import FolderFixture from './FolderFixture.svelte';

const removals: FolderHeldJson = {
  ...{ kind: 'removals', token: 'a1', count: 812, bytes: 4_000_000, paths: ['Photos', 'b.txt'] },
  items: [
    { path: 'Photos', is_dir: true, files: 700, bytes: 3_000_000 },
    { path: 'b.txt', is_dir: false, files: 1, bytes: 12 },
  ],
};
const LIBRARY = 'libraries/00000000-0000-4000-8000-000000000001';
const HEAD = 'a'.repeat(40);

function commit(id: string, device = 'desk'): CommitJson {
  return {
    ...{ id, device, time: 1_700_000_000, description: '', author: 'ada@example.org', author_name: 'Ada' },
    ...{ is_merge: false, added: 0, modified: 0, removed: 7, renamed: 0 },
  };
}

function removal(path: string) {
  return { op: 'removed', path, new_path: '', is_dir: false, size: 1 };
}

const UNDONE: UndoneJson = {
  ...{ commit_id: null, previous_commit_id: null, steps: [], step_count: 0 },
  ...{ files: 7, removals: 0, removal_bytes: 0, left_alone: [], left_alone_count: 0 },
};

const answers = {
  'GET folders/folder-1/activity/': { begins_at: 1_700_000_000, entries: [] },
  [`GET ${LIBRARY}/`]: localLibrary({ head_commit_id: HEAD }),
  [`GET ${LIBRARY}/history/`]: { commits: [commit('c'), commit('b'), commit(HEAD)], cursor: null },
  [`GET ${LIBRARY}/commits/b/`]: { commit: commit('b'), changes: [removal('/b.txt')], cursor: null },
  [`GET ${LIBRARY}/commits/c/`]: { commit: commit('c'), changes: [removal('/x.txt')], cursor: null },
  'GET folders/': { folders: [linkedFolder({})] },
  'POST folders/folder-1/accept/': linkedFolder({}),
  'POST folders/folder-1/put-back/': linkedFolder({}),
};

async function review(held: FolderHeldJson, given: Readonly<Record<string, unknown>> = {}) {
  const http = answering({ ...answers, ...given });
  const folder = linkedFolder({ state: 'held', held });
  const screen = await render(FolderFixture, { http, folder });
  await screen.getByRole('button', { name: 'Review…' }).click();
  return { screen, http, dialog: screen.getByRole('dialog') };
}

/** Toasts lie beyond the rim of the frame that a fixture fills. */
async function undoIn(screen: Awaited<ReturnType<typeof render>>): Promise<void> {
  const undo = screen.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  (undo.element() as HTMLElement).click();
}

describe('changes that wait for an answer', () => {
  it('are listed with what each answer does', async () => {
    const { dialog } = await review(removals);
    await expect.element(dialog.getByText('Photos')).toBeVisible();
    await expect.element(dialog.getByText(/^700.files · 3.*MB$/)).toBeVisible();
    await expect.element(dialog.getByText(/^12.B$/)).toBeVisible();
    await expect.element(dialog.getByText(/and 111.more/)).toBeVisible();
    await expect.element(dialog.getByText('They move to the library’s trash.')).toBeVisible();
    await expect.element(dialog.getByText(/The history keeps every version/)).toBeVisible();
  });

  it('are all there to be looked at, however many', async () => {
    const rows = (from: number) =>
      Array.from({ length: 406 }, (_, at) => ({
        path: `${from + at}.txt`,
        is_dir: false,
        files: 1,
        bytes: 1,
      }));
    const { dialog } = await review(removals, {
      'GET folders/folder-1/held/': ({ query }: { query: { cursor: string | null } }) =>
        query.cursor === null
          ? { token: 'a1', items: rows(1000), cursor: '1405.txt' }
          : { token: 'a1', items: rows(1406), cursor: null },
    });
    const list = dialog.getByRole('grid', { name: 'No longer in the folder' });
    await expect.element(list.getByText('1000.txt')).toBeVisible();
    await list.getByRole('row').first().click();
    await userEvent.keyboard('{End}');
    await expect.element(list.getByText('1405.txt')).toBeVisible();
    await userEvent.keyboard('{End}');
    await expect.element(list.getByText('1811.txt')).toBeVisible();
    expect(dialog.getByText(/and \d+.more/).elements()).toEqual([]);
  });

  it('put the focus on the answer that changes nothing in the library', async () => {
    const { dialog } = await review(removals);
    await expect.element(dialog.getByRole('button', { name: /^Put 812.files back$/ })).toHaveFocus();
  });

  it('are put back', async () => {
    const { screen, dialog, http } = await review(removals);
    await dialog.getByRole('button', { name: /^Put 812.files back$/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(http.calls.at(-1)?.call).toBe('POST folders/folder-1/put-back/');
    await expect.element(screen.getByText(/812.files are back in the folder/)).toBeVisible();
  });

  it('say that they delete, and how much, and offer a way back once that is done', async () => {
    const undone: unknown[] = [];
    const { screen, dialog, http } = await review(removals, {
      [`POST ${LIBRARY}/items/undo/`]: ({ body }: { body: object }) => {
        undone.push(body);
        return UNDONE_ITEMS;
      },
      ...Object.fromEntries(['b', 'c'].map((id) => [`POST ${LIBRARY}/commits/${id}/undo/`, UNDONE])),
    });
    await dialog.getByRole('button', { name: /^Delete 812.files from the library too$/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(http.calls.map(({ call }) => call)).toContain('POST folders/folder-1/accept/');
    await expect
      .element(screen.getByText(/^812.files deleted from the library, as they were in the folder$/))
      .toBeVisible();
    await undoIn(screen);
    await expect.poll(() => undone).toEqual([{ commit_ids: ['c'] }, { commit_ids: ['b'] }]);
  });

  it('offer no way back through what others did in the library meanwhile', async () => {
    const { screen, dialog } = await review(removals, {
      [`GET ${LIBRARY}/history/`]: {
        commits: [commit('c', 'laptop'), commit('b'), commit(HEAD)],
        cursor: null,
      },
      [`POST ${LIBRARY}/commits/b/undo/`]: { ...UNDONE, files: 812 },
      [`POST ${LIBRARY}/items/undo/`]: UNDONE_ITEMS,
    });
    await dialog.getByRole('button', { name: /^Delete 812.files from the library too$/ }).click();
    await undoIn(screen);
    await expect.element(screen.getByText(/^Undid deleting 812.files from the library too/)).toBeVisible();
  });

  it('name the library and the folder, and promise only what the history keeps', async () => {
    const { dialog } = await review(removals, { [`GET ${LIBRARY}/`]: localLibrary({ keep_days: 0 }) });
    await expect.element(dialog.getByText(/The trash does not have them/)).toBeVisible();
    await expect.element(dialog.getByText(/trash\.$/)).not.toBeInTheDocument();
    await expect.element(dialog.getByText('/home/ada/Documents')).toBeVisible();
    await expect
      .element(dialog.getByText('Earlier versions and deleted items cannot be brought back.'))
      .toBeVisible();
    expect(dialog.getByText(/The history keeps every version/).elements()).toEqual([]);
  });

  it('are kept where the library lost them', async () => {
    const { screen, dialog, http } = await review({ ...removals, kind: 'departures' });
    await expect
      .element(dialog.getByText(/The library lost 812.files of this folder all at once/))
      .toBeVisible();
    await expect.element(dialog.getByRole('button', { name: /^Remove 812.files here too$/ })).toBeVisible();
    await dialog.getByRole('button', { name: /^Put 812.files back into the library$/ }).click();
    expect(http.calls.at(-1)?.call).toBe('POST folders/folder-1/put-back/');
    await expect.element(screen.getByText(/Putting 812.files back into the library/)).toBeVisible();
  });

  it('are removed here too where the library lost them, which one key does not take back', async () => {
    const { screen, dialog, http } = await review({ ...removals, kind: 'departures' });
    await dialog.getByRole('button', { name: /^Remove 812.files here too$/ }).click();
    expect(http.calls.at(-1)?.call).toBe('POST folders/folder-1/accept/');
    await expect.element(screen.getByText(/^Removing 812.files from the folder$/)).toBeVisible();
    await expect
      .element(screen.getByText(/^Files that you restore from the trash of the library/))
      .toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
  });

  it('are taken into the library', async () => {
    const { dialog, http } = await review({ ...removals, kind: 'rewrites' });
    await expect.element(dialog.getByText('The new contents become the current versions.')).toBeVisible();
    await dialog.getByRole('button', { name: /^Save 812.changed files$/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(http.calls.map(({ call }) => call)).toContain('POST folders/folder-1/accept/');
  });

  it('are shown anew, and left alone, when others wait by the time of the answer', async () => {
    const tokens: unknown[] = [];
    const later = heldFiles({ kind: 'departures', token: 'b2', paths: ['other.txt'] });
    const { dialog } = await review(removals, {
      'GET folders/': { folders: [linkedFolder({ held: later })] },
      'GET folders/folder-1/held/': { token: 'b2', items: later.items, cursor: null },
      'POST folders/folder-1/accept/': ({ body }: { body: { token: string } }) => {
        tokens.push(body.token);
        return body.token === 'b2' ? linkedFolder({}) : new ApiError('held-changed', 'no');
      },
    });
    await expect.element(dialog.getByText('b.txt')).toBeVisible();
    expect(dialog.getByText('other.txt').elements()).toEqual([]);
    await dialog.getByRole('button', { name: /^Delete 812.files from the library too$/ }).click();
    await expect
      .element(dialog.getByText(/^Other changes are waiting now, so Keepfold did nothing/))
      .toBeVisible();
    await expect.element(dialog.getByText('other.txt')).toBeVisible();
    expect(dialog.getByText('b.txt').elements()).toEqual([]);
    await dialog.getByRole('button', { name: /^Remove 1.file here too$/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(tokens).toEqual(['a1', 'b2']);
  });

  it('stay on screen when the answer did not arrive', async () => {
    const gone = new ApiError('unreachable', 'no');
    const { screen, dialog } = await review(removals, { 'POST folders/folder-1/put-back/': gone });
    await dialog.getByRole('button', { name: /^Put 812.files back$/ }).click();
    await expect.element(screen.getByText('The files of “Documents” were not put back.')).toBeVisible();
    await expect.element(dialog).toBeVisible();
  });
});
