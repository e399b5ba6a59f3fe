import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { afterPaint } from '../../../../src-renderer/ui/after-paint.ts';
import type { CommitJson, CommitSummaryJson } from '../../../../src-shared/contents-api.ts';
import type { UndoneJson } from '../../../../src-shared/history-browsing-api.ts';
import type { LocalLibraryJson } from '../../../../src-shared/libraries-api.ts';
import { linkedFolder, localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import HistoryFixture from './HistoryFixture.svelte';

const LIBRARY = 'libraries/00000000-0000-4000-8000-000000000001';
const ID = 'b'.repeat(40);
const COMMIT: CommitJson = {
  id: ID,
  time: 1_700_000_000,
  description: 'Added "b.txt".',
  author: 'ada@example.org',
  author_name: 'Ada',
  device: 'desk',
  is_merge: false,
  added: 1,
  modified: 0,
  removed: 0,
  renamed: 0,
};
const REMOVING: Partial<UndoneJson> = {
  steps: [
    { action: 'remove', path: '/House', from_path: '', is_dir: true, files: 400, bytes: 19_000 },
    { action: 'remove', path: '/b.txt', from_path: '', is_dir: false, files: 1, bytes: 800 },
  ],
  ...{ step_count: 2, files: 401, removals: 401, removal_bytes: 19_800 },
};
const UNDONE: UndoneJson = {
  commit_id: null,
  previous_commit_id: null,
  steps: [{ action: 'old-content', path: '/b.txt', from_path: '', is_dir: false, files: 1, bytes: 3 }],
  step_count: 1,
  files: 1,
  ...{ removals: 0, removal_bytes: 0 },
  left_alone: [],
  left_alone_count: 0,
};

interface Shown {
  readonly library?: Partial<LocalLibraryJson>;
  readonly filter?: string;
  readonly answers?: Readonly<Record<string, unknown>>;
}

const painted = () => new Promise<void>((resolve) => void afterPaint(resolve));

async function show({ library = {}, filter = '', answers = {} }: Shown = {}) {
  const http = answering({
    [`GET ${LIBRARY}/history/`]: { commits: [COMMIT], cursor: null },
    [`GET ${LIBRARY}/history/facets/`]: { people: [], devices: ['desk'] },
    [`GET ${LIBRARY}/history/activity/`]: { days: [{ day: 19_675, commits: 1 }], since: 0, is_cut: true },
    [`GET ${LIBRARY}/pins/`]: [],
    [`GET ${LIBRARY}/commits/${ID}/`]: {
      commit: COMMIT,
      changes: [{ op: 'new', path: '/b.txt', new_path: '', is_dir: false, size: 3 }],
      cursor: null,
    },
    [`POST ${LIBRARY}/commits/${ID}/undo/`]: ({ body }: { body: { dry_run: boolean } }) =>
      body.dry_run ? UNDONE : { ...UNDONE, commit_id: 'c'.repeat(40) },
    ...answers,
  });
  const screen = await render(HistoryFixture, { http, library: localLibrary(library), filter });
  const bodies = () => http.calls.filter(({ call }) => call.endsWith('/undo/')).map(({ body }) => body);
  return { screen, http, bodies };
}

const PART = { kind: 'modified', items: 1, dirs: 0, files: 1, folders: 0, name: 'a.md', to: '' } as const;
const EDITED: CommitJson = {
  ...COMMIT,
  ...{ added: 0, modified: 1, summary: { reason: 'changes', at: null, parts: [PART] } },
};
const NUMBERS = [1, 2, 3];
const IDS = NUMBERS.map((number) => String(number).repeat(40));
/** A session of three commits, and an older commit. */
const SESSION = {
  [`GET ${LIBRARY}/history/`]: {
    commits: [
      ...IDS.map((id, at) => ({ ...EDITED, id, time: COMMIT.time - at })),
      { ...COMMIT, time: 1_600_000_000 },
    ],
    cursor: null,
  },
  ...Object.fromEntries(
    IDS.map((id) => [
      `GET ${LIBRARY}/commits/${id}/`,
      { commit: { ...EDITED, id }, changes: [], cursor: null },
    ]),
  ),
};

describe('changes made in a row', () => {
  it('are one row that the keyboard opens and closes, and a switch takes apart', async () => {
    const { screen } = await show({ answers: SESSION });
    const tree = screen.getByRole('treegrid', { name: 'History' });
    const session = tree.getByRole('row', { name: /Edited a\.md 3.times/ });
    await expect.element(session).toHaveAttribute('aria-expanded', 'false');
    await expect.element(session).toHaveAttribute('aria-selected', 'true');
    const detail = screen.getByRole('region', { name: 'Selected changes' });
    await expect.element(detail.getByRole('listitem').first().getByText('Edited a.md')).toBeVisible();
    session.element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(session).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{ArrowDown}');
    const inside = tree.getByRole('row', { name: /^Edited a\.md(?! 3)/ }).first();
    await expect.element(inside).toHaveAttribute('aria-level', '2');
    await expect.element(inside).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(session).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(session).toHaveAttribute('aria-expanded', 'false');
    await screen.getByRole('button', { name: 'Group changes made in a row' }).click();
    await expect
      .element(screen.getByRole('grid', { name: 'History' }).getByText('Edited a.md').nth(2))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Group changes made in a row' }).click();
  });

  it('have a day above them that says how much it was', async () => {
    const { screen } = await show({ answers: SESSION });
    const day = screen.getByRole('row', { name: /3.changes/ }).first();
    await expect.element(day.getByRole('img', { name: '3 changed' })).toBeVisible();
  });
});

describe('a folder that came as one', () => {
  const change = { op: 'newdir', path: '/Garden', new_path: '', is_dir: true, size: 0 };
  const entry = (name: string, kind: 'file' | 'dir') => ({
    ...{ name, kind, id: 'e'.repeat(40), size: kind === 'file' ? 7 : 0, mtime: 1, modifier: '' },
    ...{ modifier_name: '', executable: false },
  });
  const page = (...entries: object[]) => ({
    path: '/Garden',
    commit_id: ID,
    total: 2,
    entries,
    cursor: null,
  });

  it('opens to its files and folders, lazily, by keyboard and by its mark', async () => {
    const { screen, http } = await show({
      answers: {
        [`GET ${LIBRARY}/commits/${ID}/`]: {
          ...{ commit: COMMIT, parent_id: 'a'.repeat(40), changes: [change], cursor: null },
        },
        [`GET ${LIBRARY}/entries/`]: ({ query }: { query: { path: string } }) =>
          query.path === '/Garden' ? page(entry('Plan', 'dir'), entry('bed.txt', 'file')) : page(),
      },
    });
    const tree = screen.getByRole('treegrid', { name: 'Changed items' });
    const folder = tree.getByRole('row', { name: /Garden/ });
    await expect.element(folder).toHaveAttribute('aria-expanded', 'false');
    expect(http.calls.some(({ call }) => call.endsWith('/entries/'))).toBe(false);
    folder.element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tree.getByRole('row', { name: /bed\.txt/ })).toHaveAttribute('aria-level', '2');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(tree.getByText('This folder is empty.')).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.element(folder).toHaveFocus();
    await tree.getByRole('button', { name: 'Hide the files in Garden' }).click();
    await expect.element(tree.getByText('bed.txt')).not.toBeInTheDocument();
  });

  it('says where it could not be read, and reads it again', async () => {
    let isAway = true;
    const { screen } = await show({
      answers: {
        [`GET ${LIBRARY}/commits/${ID}/`]: {
          ...{ commit: COMMIT, parent_id: null, changes: [change], cursor: null },
        },
        [`GET ${LIBRARY}/entries/`]: () => (isAway ? new Error('away') : page(entry('bed.txt', 'file'))),
      },
    });
    await screen.getByRole('button', { name: 'Show the files in Garden' }).click();
    const failed = screen.getByText(/^This folder could not be read\./);
    await expect.element(failed).toBeVisible();
    isAway = false;
    await failed.dblClick();
    await expect.element(screen.getByText('bed.txt')).toBeVisible();
  });
});

describe('a note on a change', () => {
  it('is written, shown with the change, and taken back by Undo', async () => {
    const { screen, http } = await show({
      answers: {
        [`PUT ${LIBRARY}/commits/${ID}/note/`]: { success: true },
        [`DELETE ${LIBRARY}/commits/${ID}/note/`]: { success: true },
      },
    });
    await screen.getByRole('button', { name: 'Note…' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus();
    // Letters that are commands elsewhere: U would ask to undo the change.
    await userEvent.keyboard('For the tax bureau');
    await screen.getByRole('button', { name: 'Save note' }).click();
    await expect.element(screen.getByRole('note')).toHaveTextContent('For the tax bureau');
    await expect.element(screen.getByRole('gridcell').getByText('For the tax bureau')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Edit…' })).toHaveFocus();
    await screen.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.element(screen.getByRole('note')).not.toBeInTheDocument();
    const calls = http.calls.filter(({ call }) => call.endsWith('/note/'));
    expect(calls.map(({ call, body }) => [call.slice(0, 3), body])).toEqual([
      ['PUT', { note: 'For the tax bureau' }],
      ['DEL', undefined],
    ]);
  });

  it('stays in its field where it was not saved, and Escape leaves what was there', async () => {
    const noted = { ...COMMIT, note: 'Before' };
    const { screen } = await show({
      answers: {
        [`GET ${LIBRARY}/commits/${ID}/`]: { commit: noted, changes: [], cursor: null },
        [`PUT ${LIBRARY}/commits/${ID}/note/`]: new Error('offline'),
      },
    });
    await screen.getByRole('button', { name: 'Edit…' }).click();
    await userEvent.keyboard('!');
    await screen.getByRole('button', { name: 'Save note' }).click();
    await expect.element(screen.getByText('The note was not saved.')).toBeVisible();
    const field = screen.getByRole('textbox', { name: 'Note' });
    await expect.element(field).toHaveValue('Before!');
    field.element().focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('note')).toHaveTextContent('Before');
  });
});

describe('the history', () => {
  it('opens with commits that have no time, and shows no more of their words than somebody reads', async () => {
    const eve = { ...COMMIT, time: 9_007_199_254_740_991, description: `${'long '.repeat(40_000)}\nlost` };
    const { screen } = await show({
      answers: {
        [`GET ${LIBRARY}/history/`]: {
          commits: [COMMIT, eve, { ...COMMIT, id: 'c'.repeat(40) }],
          cursor: null,
        },
        [`GET ${LIBRARY}/history/activity/`]: {
          days: [{ day: -104_249_991_375, commits: 1 }],
          since: 0,
          is_cut: true,
        },
      },
    });
    await expect.element(screen.getByText('Unknown day')).toBeVisible();
    await expect.element(screen.getByText(/^unknown time$/)).toBeVisible();
    expect(
      screen
        .getByText(/^(long )+/)
        .element()
        .textContent.trim(),
    ).toHaveLength(301);
  });

  it('says what a change did, counts it in files, and shows the description of other programs', async () => {
    const summary: CommitSummaryJson = {
      ...{ reason: 'changes', at: null },
      parts: [{ kind: 'added', items: 2, dirs: 2, files: 402, folders: 10, name: 'House', to: '' }],
    };
    const commit: CommitJson = { ...COMMIT, added: 2, summary };
    const { screen } = await show({
      answers: {
        [`GET ${LIBRARY}/history/`]: { commits: [commit], cursor: null },
        [`GET ${LIBRARY}/commits/${ID}/`]: { commit, changes: [], cursor: null },
      },
    });
    const title = /^Added 402.files in 10.folders$/;
    await expect.element(screen.getByRole('gridcell').getByText(title)).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible();
    await expect.element(screen.getByText('Added "b.txt".')).not.toBeVisible();
    await screen.getByText('In other programs').click();
    await expect.element(screen.getByText('Added "b.txt".')).toBeVisible();
    const counts = screen.getByRole('gridcell').getByRole('img', { name: /^402.files, 10.folders added$/ });
    await expect.element(counts).toHaveTextContent('+402');
  });

  it('asks for nothing more when it was left before its rows came', async () => {
    const rows = Promise.withResolvers<object>();
    const { screen, http } = await show({ answers: { [`GET ${LIBRARY}/history/`]: () => rows.promise } });
    await screen.unmount();
    rows.resolve({ commits: [COMMIT], cursor: null });
    await painted();
    await painted();
    expect(http.calls.map(({ call }) => call)).toEqual([`GET ${LIBRARY}/history/`]);
  });

  it('undoes a change at once when all of it can be undone', async () => {
    const { screen, bodies } = await show();
    await screen.getByRole('button', { name: 'Undo this change' }).click();
    await expect.element(screen.getByText('Undid “Added "b.txt".”')).toBeVisible();
    expect(bodies()).toEqual([{ dry_run: true }, { dry_run: false }]);
  });

  it('removes nothing before somebody has seen how much and what, and tells it as it was', async () => {
    const undoing = ({ body }: { body: { dry_run: boolean } }) => ({
      ...UNDONE,
      ...REMOVING,
      commit_id: body.dry_run ? null : 'c'.repeat(40),
    });
    const { screen, bodies } = await show({ answers: { [`POST ${LIBRARY}/commits/${ID}/undo/`]: undoing } });
    await screen.getByRole('button', { name: 'Undo this change' }).click();
    const sheet = screen.getByRole('dialog', { name: /^Remove 401.files that this change added\?$/ });
    await expect.element(sheet.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expect.element(sheet.getByRole('listitem').nth(0)).toHaveTextContent('House 400 files');
    await expect.element(sheet.getByRole('listitem').nth(1)).toHaveTextContent('b.txt 800 B');
    await expect.element(sheet.getByText(/^401.files · 19\.8.kB$/)).toBeVisible();
    expect(bodies()).toEqual([{ dry_run: true }]);
    await userEvent.keyboard('{Enter}');
    await expect.element(sheet).not.toBeInTheDocument();
    expect(bodies()).toEqual([{ dry_run: true }]);
    await screen.getByRole('button', { name: 'Undo this change' }).click();
    await sheet.getByRole('button', { name: /^Remove 401.files$/ }).click();
    await expect.element(screen.getByText(/^401.files moved to the trash$/)).toBeVisible();
    await expect.element(screen.getByText('Later changes are kept.')).toBeVisible();
    expect(bodies()).toEqual([{ dry_run: true }, { dry_run: true }, { dry_run: false }]);
  });

  it('says of both what goes and what comes back, and that later changes stay only where there are some', async () => {
    const head = { ...REMOVING, files: 403, commit_id: null };
    const { screen } = await show({
      library: { head_commit_id: ID, folder: linkedFolder({}) },
      answers: { [`POST ${LIBRARY}/commits/${ID}/undo/`]: { ...UNDONE, ...head } },
    });
    await screen.getByRole('button', { name: 'Undo this change' }).click();
    const sheet = screen.getByRole('dialog', { name: /^Remove 401.files and bring 2 back\?$/ });
    await expect.element(sheet.getByRole('button', { name: 'Remove 401, bring back 2' })).toBeVisible();
    await expect
      .element(sheet.getByText('They go from the library, and from /home/ada/Documents on this computer.'))
      .toBeVisible();
    expect(sheet.getByText(/Later changes/).elements()).toEqual([]);
  });

  it('comes back from a look at an undo to its button, where U looks again', async () => {
    const { screen, bodies } = await show({
      answers: { [`POST ${LIBRARY}/commits/${ID}/undo/`]: { ...UNDONE, ...REMOVING } },
    });
    const button = screen.getByRole('button', { name: 'Undo this change' });
    await button.click();
    await expect.element(screen.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    await userEvent.keyboard('u');
    await expect.element(screen.getByRole('dialog')).toBeVisible();
    expect(bodies()).toEqual([{ dry_run: true }, { dry_run: true }]);
  });

  it('does nothing by the letter U alone, also where nothing would go', async () => {
    const { screen, bodies } = await show();
    await expect.element(screen.getByRole('button', { name: 'Undo this change' })).toBeVisible();
    await screen.getByRole('grid', { name: 'History' }).getByRole('row').nth(1).click();
    await userEvent.keyboard('u');
    await expect.element(screen.getByRole('dialog')).toBeVisible();
    expect(bodies()).toEqual([{ dry_run: true }]);
  });

  it('undoes one row; shows first what is left alone, and does the rest when told so', async () => {
    const dryRun = {
      ...UNDONE,
      left_alone: [{ path: '/a.txt', is_dir: false, reason: 'changed-since' }],
      left_alone_count: 1,
    };
    const { screen, bodies } = await show({
      answers: { [`POST ${LIBRARY}/commits/${ID}/undo/`]: { ...dryRun, commit_id: 'c'.repeat(40) } },
    });
    await screen.getByRole('row').getByText('b.txt').first().click();
    await userEvent.keyboard('u');
    await expect.element(screen.getByText('Changed since')).toBeVisible();
    expect(bodies()).toEqual([{ dry_run: true, paths: ['/b.txt'] }]);
    await screen.getByRole('button', { name: /^Undo 1/ }).click();
    await expect.poll(bodies).toEqual([
      { dry_run: true, paths: ['/b.txt'] },
      { dry_run: false, paths: ['/b.txt'] },
    ]);
  });

  it('offers nothing that writes in a read-only library, and says where retention ends it', async () => {
    const { screen } = await show({ library: { permission: 'r' } });
    await expect
      .element(screen.getByText('Older changes were kept only for the retention time'))
      .toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Browse this moment' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo this change' }).elements()).toHaveLength(0);
  });

  it('goes on searching behind empty pages', async () => {
    const pages = [
      { commits: [], cursor: 'further' },
      { commits: [COMMIT], cursor: null },
    ];
    const search = ({ query }: { query: { cursor: string | null } }) => pages[query.cursor === null ? 0 : 1];
    const { screen } = await show({
      filter: 'b.txt',
      answers: { [`GET ${LIBRARY}/history/search/`]: search },
    });
    await expect.element(screen.getByRole('button', { name: 'Undo this change' })).toBeVisible();
  });

  it('tells a filter that finds nothing from an empty history', async () => {
    const { screen } = await show({
      filter: 'type:moved x',
      answers: { [`GET ${LIBRARY}/history/search/`]: { commits: [], cursor: null } },
    });
    await expect.element(screen.getByText('No change matches')).toBeVisible();
    await expect.element(screen.getByText(/Not understood: type:moved/)).toBeVisible();
  });
});
