import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../src-renderer/api/api-error.ts';
import type { BackupJson } from '../../../src-shared/backup-api.ts';
import type { IntegrityJson } from '../../../src-shared/integrity-api.ts';
import type { ConflictJson } from '../../../src-shared/overview-api.ts';
import type { RehearsalJson } from '../../../src-shared/rehearsal-api.ts';
import type { JobJson } from '../../../src-shared/upkeep-api.ts';
import { folderProblem, heldFiles, linkedFolder, localLibrary, UNDONE_ITEMS } from '../builders.ts';
import { answering } from '../fake-http.ts';
import OverviewFixture from './OverviewFixture.svelte';

const SIDE = {
  ...{ size: 9, mtime: 1_700_000_000, modifier: 'ada@example.org', modifier_name: 'Ada' },
  ...{ device: 'laptop', is_server: true },
};
const conflict: ConflictJson = {
  library_id: localLibrary({}).id,
  library_name: 'Documents',
  path: '/Notes (SFConflict bob@example.org 2026-11-20-10-11-12).txt',
  original_path: '/Notes.txt',
  copy: { ...SIDE, modifier: 'bob@example.org', modifier_name: 'Bob', device: '', is_server: false },
  original: SIDE,
};
const RESOLVE = `POST libraries/${conflict.library_id}/conflicts/resolve/`;
const held = linkedFolder({
  state: 'held',
  held: heldFiles({ count: 18, paths: ['photo-1.jpg'] }),
  problems: [folderProblem({})],
  problem_count: 3,
});
const commit = {
  id: 'a'.repeat(40),
  time: 1_700_000_000,
  description: 'Added "Thesis.md".',
  author: 'ada@example.org',
  author_name: 'Ada',
  device: '',
  is_merge: false,
  added: 1,
  modified: 0,
  removed: 0,
  renamed: 0,
};

const backup: BackupJson = {
  ...{ folder: '/media/stick/Backup', is_daily: true, state: 'idle', progress: null },
  ...{ last_success_at: Math.floor(Date.now() / 1000) - 7_200, last_files: 3, last_bytes: 5_000_000 },
  ...{ failing_since: 0, last_error: null, last_run: null },
  ...{ same_disk: false, data_since: 1_690_000_000 },
};
const INTACT: IntegrityJson = {
  ...{ state: 'resting', stored: 1_000, overdue: 0, within_days: 30 },
  ...{ oldest_at: 1_795_000_000, newest_at: 1_795_000_000, damaged_count: 0, damaged: [] },
};
const REHEARSED: RehearsalJson = {
  ...{ schedule: 'monthly', state: 'resting', error: '', reason: '', value: '' },
  ...{ tried_at: 1_795_000_000, last_at: 1_795_000_000 },
  last: { folder: '/media/stick', made_at: 1, files: 40, bytes: 1_200_000_000, libraries: 3, lost: [] },
};
/** Failing since that many days. */
function failing(days: number): BackupJson {
  const message = 'The folder for the backup is not there.';
  return {
    ...{ ...backup, state: 'away', failing_since: Math.floor(Date.now() / 1000) - days * 86_400 - 3_600 },
    last_error: { code: 'backup-away', reason: '', value: '/media/stick/Backup', message },
  };
}

/** Of a disk of 100 GB. */
const USED = {
  libraries: 2_000_000_000,
  deleted_libraries: 0,
  database: 500_000_000,
  measured_at: 1_800_000_000,
};

async function show(
  screen: 'home' | 'issues',
  answers: Readonly<Record<string, unknown>> = {},
  isAdmin = true,
  props: object = {},
) {
  const calm = localLibrary({ folder: linkedFolder({}) });
  const http = answering({
    'GET libraries/': { libraries: [calm] },
    'GET conflicts/': { conflicts: [] },
    'GET recent-changes/': {
      changes: [{ library_id: calm.id, library_name: 'Documents', commit }],
    },
    'GET storage/': { data_dir: '/data', free: 40_000_000_000, total: 100_000_000_000, used: USED },
    'GET backup/': backup,
    'GET integrity/': INTACT,
    'GET backup/rehearsal/': REHEARSED,
    ...answers,
  });
  const onaddfolder = vi.fn();
  const page = await render(OverviewFixture, { http, screen, isAdmin, onaddfolder, ...props });
  return { page, http, onaddfolder };
}

const IMPOSSIBLE = 9_007_199_254_740_991;

describe('the home screen', () => {
  it('opens whatever times and words came with a library that somebody shares', async () => {
    const libraries = [
      localLibrary({ name: 'From Eve', mtime: IMPOSSIBLE }),
      localLibrary({ id: '00000000-0000-4000-8000-000000000002', name: 'Also', mtime: -IMPOSSIBLE }),
    ];
    const description = `Added or modified "${'" and '.repeat(40_000)}`;
    const eve = { ...commit, time: IMPOSSIBLE, description };
    const { page } = await show('home', {
      'GET libraries/': { libraries },
      'GET recent-changes/': {
        changes: [{ library_id: libraries[0]?.id, library_name: 'From Eve', commit: eve }],
      },
    });
    await expect.element(page.getByRole('heading', { name: 'Your libraries are saved' })).toBeVisible();
    await expect.element(page.getByText('From Eve').first()).toBeVisible();
    await expect.element(page.getByText('unknown time').first()).toBeVisible();
    expect(
      page
        .getByText(/^Added or modified/)
        .element()
        .textContent.trim(),
    ).toHaveLength(301);
  });

  it('says in one sentence that all is well, and shows why', async () => {
    const { page } = await show('home');
    await expect.element(page.getByRole('heading', { name: 'Everything is saved' })).toBeVisible();
    const states = page.getByRole('list', { name: 'State of the libraries' });
    await expect.element(states.getByText('Up to date')).toBeVisible();
    await expect.element(page.getByText('Added "Thesis.md".')).toBeVisible();
    const disk = page.getByRole('list', { name: 'The disk that holds the history' });
    for (const size of [/^2\.5.GB$/, /^57\.5.GB$/, /^40.GB$/])
      await expect.element(disk.getByText(size)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Show storage' }))
      .toHaveAttribute('href', '#/storage');
    expect(page.getByRole('list', { name: 'Issues' }).elements()).toHaveLength(0);
  });

  it('says when everything was read, and how the last rehearsal went, to those who look after it', async () => {
    const { page } = await show('home');
    await expect
      .element(page.getByText(/^Every saved file was read and found intact, or is new, on /))
      .toBeVisible();
    await expect
      .element(page.getByText(/40.files \(1\.2.GB\) restored from the backup and equal\.$/))
      .toBeVisible();
    await page.unmount();
    const other = await show('home', {}, false);
    expect(other.http.calls.map(({ call }) => call)).not.toContain('GET integrity/');
    expect(other.http.calls.map(({ call }) => call)).not.toContain('GET backup/rehearsal/');
  });

  it('is not calm about damage, and has it repaired from the backup', async () => {
    const job = { id: 'j1', kind: 'repair', state: 'done', repaired: { repaired: 1, left: 1 } } as JobJson;
    const found = {
      library_id: 'l',
      library_name: 'Films',
      kind: 'block',
      id: 'b',
      reason: 'size',
      found_at: 1,
    };
    const { page, http } = await show('home', {
      'GET integrity/': { ...INTACT, damaged_count: 1, damaged: [{ ...found, path: '/film.bin' }] },
      'POST backup/repair/': job,
    });
    await expect.element(page.getByRole('heading', { name: 'Everything is saved' })).not.toBeInTheDocument();
    const row = page.getByRole('list', { name: 'Issues' }).getByRole('listitem').first();
    await expect.element(row.getByText(/1.saved piece is damaged: film\.bin/)).toBeVisible();
    await expect.element(row.getByText('Films')).toBeVisible();
    await row.getByRole('button', { name: 'Repair from backup' }).click();
    await expect.element(row.getByText(/1.piece is missing in the backup too/)).toBeVisible();
    expect(http.calls.map(({ call }) => call)).toContain('POST backup/repair/');
  });

  it('lists what did not come back from the backup', async () => {
    const lost = [
      { library_id: 'l', library_name: 'Films', commit_id: 'c', path: '/film.bin', reason: 'object-missing' },
    ];
    const { page } = await show('issues', {
      'GET backup/rehearsal/': { ...REHEARSED, last: { ...REHEARSED.last, lost } },
    });
    await expect.element(page.getByText(/^1.file did not come back from the backup$/)).toBeVisible();
    await expect.element(page.getByText('Films: /film.bin')).toBeVisible();
  });

  it('says when the last backup was made, to those who look after it', async () => {
    const { page } = await show('home', { 'GET backup/': backup });
    await expect.element(page.getByText('The last backup was made 2 hours ago.')).toBeVisible();
    await page.unmount();
    const old = { ...backup, last_success_at: 1_700_000_000 };
    const late = await show('home', { 'GET backup/': old });
    await expect.element(late.page.getByText(/The last backup was made Nov 1\d, 2023\./)).toBeVisible();
    const other = await show('home', { 'GET backup/': backup }, false);
    expect(other.http.calls.map(({ call }) => call)).not.toContain('GET backup/');
  });

  it('says without a backup that counts no more than that all is in the history, and sets one up', async () => {
    for (const missing of [
      { ...backup, folder: null },
      { ...backup, same_disk: true },
    ]) {
      const { page } = await show('home', { 'GET backup/': missing });
      await expect
        .element(page.getByRole('heading', { name: 'All changes are in the history' }))
        .toBeVisible();
      expect(page.getByText('Everything is saved').elements()).toEqual([]);
      await page.getByRole('button', { name: 'Set up backup' }).click();
      await expect.element(page.getByRole('dialog', { name: 'Where should the backup be?' })).toBeVisible();
      await page.unmount();
    }
  });

  it('says no more of a backup that is away, nor of one that nobody has seen yet', async () => {
    for (const same_disk of [false, null]) {
      const { page } = await show('home', { 'GET backup/': { ...backup, state: 'away', same_disk } });
      await expect
        .element(page.getByRole('heading', { name: 'All changes are in the history' }))
        .toBeVisible();
      await expect.element(page.getByText(/^The backup folder is away: connect its disk\./)).toBeVisible();
      expect(page.getByText('Everything is saved').elements()).toEqual([]);
      await page.unmount();
    }
  });

  it('says that the folder of a backup is gone before it says on which disk it was', async () => {
    const gone = { ...backup, state: 'away', same_disk: true };
    const { page } = await show('home', { 'GET backup/': gone });
    await expect.element(page.getByRole('link', { name: /^1.library$/ })).toBeVisible();
    await expect
      .element(
        page.getByText(
          'The folder of the backup is not there. It was on the same disk as the data, so it would not count either.',
        ),
      )
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Set up backup' })).toBeVisible();
  });

  it('says how long somebody is signed in, and offers to come back without a terminal', async () => {
    onTestFinished(() => window.localStorage.removeItem('keepfold.only-this-tab'));
    onTestFinished(() => window.history.replaceState(null, '', '#'));
    const stay = vi.fn();
    const session = { canStay: true, isStaying: false, stay };
    const answers = { 'GET account/password/': { is_set: false } };
    const { page } = await show('home', answers, true, { session });
    await expect.element(page.getByText('You stay signed in until you close this tab')).toBeVisible();
    await expect.element(page.getByText(/need a link from a terminal/)).toBeVisible();
    await page.getByRole('button', { name: 'Set a password…' }).click();
    expect(window.location.hash).toBe('#/settings?part=password');
    await page.getByRole('button', { name: 'Stay signed in on this browser' }).click();
    expect(stay).toHaveBeenCalledExactlyOnceWith(true);
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect.element(page.getByText(/need a link from a terminal/)).not.toBeInTheDocument();
    await page.unmount();
    const later = await show('home', answers, true, { session });
    await expect.element(later.page.getByRole('heading', { name: 'Everything is saved' })).toBeVisible();
    expect(later.page.getByRole('button', { name: 'Stay signed in on this browser' }).elements()).toEqual([]);
  });

  it('offers to add a folder to administrators alone, because the others are refused', async () => {
    const { page, onaddfolder } = await show('home');
    await page.getByRole('button', { name: 'Add folder' }).click();
    expect(onaddfolder).toHaveBeenCalledOnce();
    await page.unmount();

    const other = await show('home', {}, false);
    await expect
      .element(other.page.getByRole('heading', { name: 'All changes are in the history' }))
      .toBeVisible();
    expect(other.page.getByRole('button', { name: 'Add folder' }).elements()).toEqual([]);
  });

  it('begins with what waits', async () => {
    const { page } = await show('home', {
      'GET libraries/': { libraries: [localLibrary({ folder: held })] },
      'GET conflicts/': { conflicts: [conflict] },
    });
    await expect.element(page.getByRole('heading', { name: '3 things need your attention' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'All issues' })).toBeVisible();
    await page.getByRole('button', { name: 'Review…' }).click();
    await expect.element(page.getByRole('dialog').getByText('photo-1.jpg')).toBeVisible();
  });

  it('begins with the first step where nothing is kept yet', async () => {
    const { page } = await show('home', {
      'GET libraries/': { libraries: [] },
      'GET browse/': { path: '/home/ada', parent: '/home', folders: [] },
    });
    await expect.element(page.getByRole('heading', { name: 'What should we keep safe?' })).toBeVisible();
    await page.getByRole('button', { name: 'Start with an empty library' }).click();
    await expect.element(page.getByRole('dialog', { name: 'New library' })).toBeVisible();
  });

  it('still begins with the first step where there is a sample alone, which it makes once', async () => {
    const sample = localLibrary({ id: conflict.library_id, name: 'Sample', is_sample: true });
    const empty = { 'GET browse/': { path: '/home/ada', parent: '/home', folders: [] } };
    const first = await show('home', {
      ...{ ...empty, 'GET libraries/': { libraries: [] }, 'POST sample-library/': sample },
    });
    await first.page.getByRole('button', { name: 'Look around with a sample' }).click();
    await expect.poll(() => window.location.hash).toContain(sample.id);
    expect(first.http.calls.find(({ call }) => call === 'POST sample-library/')?.body).toEqual({
      language: 'en',
    });
    await first.page.unmount();
    const { page } = await show('home', { ...empty, 'GET libraries/': { libraries: [sample] } });
    await expect.element(page.getByRole('heading', { name: 'What should we keep safe?' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Open the sample' })).toBeVisible();
  });

  it('counts no conflict of a sample', async () => {
    const sample = localLibrary({ id: conflict.library_id, name: 'Sample', is_sample: true });
    const own = localLibrary({ id: '00000000-0000-4000-8000-00000000000f', name: 'Own' });
    const { page } = await show('home', {
      'GET libraries/': { libraries: [sample, own] },
      'GET conflicts/': { conflicts: [conflict] },
    });
    await expect.element(page.getByRole('heading', { name: 'Last changes' })).toBeVisible();
    expect(page.getByText(/need your attention|needs your attention/).elements()).toEqual([]);
  });

  it('offers nothing of the server’s disk to who may not link folders', async () => {
    const { page } = await show('home', { 'GET libraries/': { libraries: [] } }, false);
    await expect.element(page.getByRole('heading', { name: 'Nothing is saved yet' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'New library' })).toBeVisible();
  });

  it('does not claim anything when the service does not answer', async () => {
    const gone = new ApiError('unreachable', 'no');
    const { page } = await show('home', { 'GET libraries/': gone });
    await expect.element(page.getByText('Your libraries cannot be shown at the moment.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  });

  it('warns of a disk that is nearly full', async () => {
    const { page } = await show('home', {
      'GET storage/': { data_dir: '/data', free: 500_000_000, total: 100_000_000_000, used: USED },
    });
    await expect
      .element(page.getByText(/When the disk is full, Keepfold can save nothing more/))
      .toBeVisible();
  });
});

describe('the issues', () => {
  it('are listed with their causes and ways out', async () => {
    const { page, http } = await show('issues', {
      'GET libraries/': { libraries: [localLibrary({ folder: { ...held, watching: false } })] },
      'GET conflicts/': { conflicts: [conflict] },
      [`POST folders/${held.id}/rescan/`]: held,
    });
    await expect.element(page.getByText(/4.open issues/)).toBeVisible();
    await expect.element(page.getByText(/18.files disappeared/)).toBeVisible();
    await expect.element(page.getByText(/3.items not up to date/)).toBeVisible();
    await expect.element(page.getByText('Keepfold notices changes in this folder late')).toBeVisible();
    await expect.element(page.getByText('“Notes.txt” was changed on two sides at once')).toBeVisible();
    await expect.element(page.getByText(/^This computer · Ada, /)).toBeVisible();
    await expect.element(page.getByText(/^In a browser or by a program · Bob, /)).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect.poll(() => http.calls.map(({ call }) => call)).toContain(`POST folders/${held.id}/rescan/`);
  });

  it('resolve a conflict and can undo that', async () => {
    let conflicts = [conflict];
    const { page, http } = await show('issues', {
      'GET conflicts/': () => ({ conflicts }),
      [RESOLVE]: () => {
        conflicts = [];
        return { path: '/Notes.txt', commit_id: 'd'.repeat(40), previous_commit_id: 'c'.repeat(40) };
      },
      [`POST libraries/${conflict.library_id}/commits/${'d'.repeat(40)}/undo/`]: { steps: [], removals: 0 },
      [`POST libraries/${conflict.library_id}/items/undo/`]: UNDONE_ITEMS,
    });
    await page.getByRole('button', { name: 'Keep other' }).click();
    await expect.element(page.getByText('No issues')).toBeVisible();
    const asked = http.calls.find(({ call }) => call === RESOLVE)?.body;
    expect(asked).toEqual({ path: conflict.path, keep: 'copy' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => http.calls.filter(({ call }) => call.endsWith('items/undo/')).map(({ body }) => body))
      .toEqual([{ commit_ids: ['d'.repeat(40)] }]);
  });

  it('are decided by one rule where there are many conflicts, with one undo', async () => {
    const many = [1, 2, 3, 4].map((number) => ({
      ...conflict,
      path: `/${number} (SFConflict bob@example.org 2026-11-20-10-11-12).txt`,
      original_path: `/${number}.txt`,
      copy: { ...conflict.copy, mtime: SIDE.mtime + (number === 4 ? 1 : 0) },
    }));
    const { page, http } = await show('issues', {
      'GET conflicts/': { conflicts: many },
      [RESOLVE]: { path: '/1.txt', commit_id: 'd'.repeat(40), previous_commit_id: 'c'.repeat(40) },
    });
    await page.getByRole('combobox', { name: 'Rule' }).selectOptions('newest');
    await page.getByRole('button', { name: /^Resolve 4.conflicts/ }).click();
    await expect.element(page.getByText(/4.conflicts are resolved/)).toBeVisible();
    const asked = http.calls.filter(({ call }) => call === RESOLVE).map(({ body }) => body);
    expect(asked).toEqual(many.map(({ path }, at) => ({ path, keep: at === 3 ? 'copy' : 'original' })));
  });

  it('have a backup among them that was not made for more than three days, and begin it', async () => {
    const { page, http } = await show('issues', { 'GET backup/': failing(5), 'POST backup/run/': backup });
    await expect.element(page.getByText('No backup for 5\u00a0days')).toBeVisible();
    await expect.element(page.getByText('/media/stick/Backup')).toBeVisible();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await expect.poll(() => http.calls.map(({ call }) => call)).toContain('POST backup/run/');
    const early = await show('issues', { 'GET backup/': failing(2) });
    await expect.element(early.page.getByText('No issues')).toBeVisible();
  });

  it('are walked through with J and K', async () => {
    const { page } = await show('issues', {
      'GET libraries/': { libraries: [localLibrary({ folder: held })] },
    });
    await page.getByRole('button', { name: 'Review…' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Review…' })).toHaveFocus();
    await userEvent.keyboard('j');
    await expect.element(page.getByRole('button', { name: 'Try again' })).toHaveFocus();
    await userEvent.keyboard('k');
    await expect.element(page.getByRole('button', { name: 'Review…' })).toHaveFocus();
  });

  it('of which there are none say so, unless that is not known', async () => {
    const { page } = await show('issues');
    await expect.element(page.getByText('No issues')).toBeVisible();
    const failed = await show('issues', { 'GET conflicts/': new ApiError('unreachable', 'no') });
    await expect.element(failed.page.getByText('Keepfold could not check for conflicts.')).toBeVisible();
  });
});
