import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '../../../src-renderer/api/api-error.ts';
import { dayNumber } from '../../../src-renderer/format/day-number.ts';
import type { JobJson } from '../../../src-shared/upkeep-api.ts';
import { localLibrary } from '../builders.ts';
import { backup, commit, conflict, held, INTACT, REHEARSED, show, USED } from './overview-page.ts';

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

  it('shows how much was changed on each of the last seven days, without what a sample holds', async () => {
    const today = dayNumber(new Date());
    const mtime = Math.floor(Date.now() / 1000);
    const old = localLibrary({
      id: '00000000-0000-4000-8000-000000000002',
      name: 'Old',
      mtime: 1_700_000_000,
    });
    const sample = { id: '00000000-0000-4000-8000-000000000003', name: 'Trip', is_sample: true, mtime };
    const days = [
      { day: today - 1, commits: 3 },
      { day: today, commits: 2 },
    ];
    const { page, http } = await show('home', {
      'GET libraries/': { libraries: [localLibrary({ mtime }), old, localLibrary(sample)] },
      [`GET libraries/${localLibrary({}).id}/history/activity/`]: { days, since: 1, is_cut: false },
    });
    await expect.element(page.getByText(/^5.changes in your libraries\.$/)).toBeVisible();
    const week = page.getByRole('list', { name: 'The last seven days' });
    expect(week.getByRole('listitem').elements()).toHaveLength(7);
    await expect.element(week.getByText(/: 3.changes$/)).toBeInTheDocument();
    expect(http.calls.filter(({ call }) => call.includes('history/activity/'))).toHaveLength(1);
  });

  it('says in one sentence that all is well, and shows why', async () => {
    const { page } = await show('home');
    await expect.element(page.getByRole('heading', { name: 'Everything is saved' })).toBeVisible();
    const states = page.getByRole('list', { name: 'State of the libraries' });
    await expect.element(states.getByText('Up to date')).toBeVisible();
    await expect.element(page.getByText('Added "Thesis.md".')).toBeVisible();
    const disk = page.getByRole('list', { name: 'The disk with the history' });
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
      .element(page.getByText(/40.files \(1\.2.GB\) came back from the backup unchanged\.$/))
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
      await expect.element(page.getByRole('dialog', { name: 'Where should the backup go?' })).toBeVisible();
      await page.unmount();
    }
  });

  it('says no more of a backup that is away, nor of one that nobody has seen yet', async () => {
    for (const same_disk of [false, null]) {
      const { page } = await show('home', { 'GET backup/': { ...backup, state: 'away', same_disk } });
      await expect
        .element(page.getByRole('heading', { name: 'All changes are in the history' }))
        .toBeVisible();
      await expect
        .element(page.getByText(/^The backup folder is unavailable: connect its disk\./))
        .toBeVisible();
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
          'The backup folder is unavailable. It was on the same disk as the data, so it does not count anyway.',
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
    await expect.element(page.getByText(/need a sign-in link from the terminal/)).toBeVisible();
    await page.getByRole('button', { name: 'Set a password…' }).click();
    expect(window.location.hash).toBe('#/settings?part=password');
    await page.getByRole('button', { name: 'Stay signed in on this browser' }).click();
    expect(stay).toHaveBeenCalledExactlyOnceWith(true);
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect.element(page.getByText(/need a sign-in link from the terminal/)).not.toBeInTheDocument();
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
    await expect.element(page.getByText('Your libraries could not be loaded.')).toBeVisible();
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
