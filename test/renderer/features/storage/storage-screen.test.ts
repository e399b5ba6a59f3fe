import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../../src-renderer/api/api-error.ts';
import type { LibraryBytesJson } from '../../../../src-shared/storage-api.ts';
import { localLibrary } from '../../builders.ts';
import { answering } from '../../fake-http.ts';
import StorageFixture from './StorageFixture.svelte';

const PHOTOS = localLibrary({ id: '00000000-0000-4000-8000-000000000001', name: 'Photos' });
const PAPERS = localLibrary({ id: '00000000-0000-4000-8000-000000000002', name: 'Papers' });
const THEIRS = localLibrary({ id: '00000000-0000-4000-8000-000000000003', name: 'Theirs', is_mine: false });

const bytesOf = (library: { id: string }, parts: Partial<LibraryBytesJson> = {}): LibraryBytesJson => ({
  ...{ library_id: library.id, live: 0, history: 0, trash: 0, reclaimable: 0, young: 0, overhead: 0 },
  ...{ measured_at: Math.floor(Date.now() / 1000), took_ms: 5, ...parts },
});

const DISK = {
  ...{ data_dir: '/data', free: 40_000_000_000, total: 100_000_000_000 },
  used: { libraries: 119_000_000, deleted_libraries: 1_000_000, database: 5_000_000, measured_at: 1 },
};

const call = ({ id }: { id: string }, rest = '') => `GET libraries/${id}/storage/${rest}`;

const SUMS = {
  [call(PHOTOS)]: bytesOf(PHOTOS, { live: 80_000_000, history: 28_000_000, trash: 4_000_000 }),
  [call(PAPERS)]: bytesOf(PAPERS, {
    live: 1_000_000,
    young: 500_000,
    overhead: 200_000,
    reclaimable: 300_000,
  }),
};

describe('the storage', () => {
  it('is one sum that adds up, and those of the libraries of one’s own', async () => {
    const http = answering(SUMS);
    const screen = await render(StorageFixture, { http, libraries: [PHOTOS, PAPERS, THEIRS] });
    await expect.element(screen.getByRole('heading', { name: /^114.MB in 2.libraries$/ })).toBeVisible();
    const parts = screen
      .getByRole('definition')
      .elements()
      .map((each) => each.textContent);
    expect(parts.filter((_, at) => at % 2 === 0)).toEqual(
      ['81 MB', '28 MB', '4 MB', '500 kB', '200 kB', '300 kB'].map((size) => size.replace(' ', '\u00a0')),
    );
    const table = screen.getByRole('table', { name: 'Storage by library' });
    await expect.element(table.getByRole('row', { name: /Photos.*112.MB/ })).toBeVisible();
    expect(table.getByText('Theirs').elements()).toEqual([]);
    await expect.element(screen.getByText(/^Measured/)).toBeVisible();
  });

  it('tells its six parts in full lines', async () => {
    await page.viewport(1280, 800);
    const screen = await render(StorageFixture, { http: answering(SUMS), libraries: [PHOTOS, PAPERS] });
    await expect.element(screen.getByText('Can be deleted now').first()).toBeVisible();
    const list = document.querySelector('dl');
    expect(list && getComputedStyle(list).gridTemplateColumns.split(' ')).toHaveLength(3);
  });

  it('says how far it is, can be given up, and keeps what was measured', async () => {
    const http = answering({ ...SUMS, [call(PAPERS)]: () => new Promise(() => undefined) });
    const screen = await render(StorageFixture, { http, libraries: [PHOTOS, PAPERS] });
    await expect.element(screen.getByText(/^Measuring… 1 of 2.libraries$/)).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect
      .element(screen.getByRole('heading', { name: /^112.MB in 1.library · so far$/ }))
      .toBeVisible();
    await expect.element(screen.getByText('not measured yet')).toBeVisible();
  });

  it('is measured again after a change where that is quick, and says so where it is not', async () => {
    let live = 1_000_000;
    const slow = bytesOf(PHOTOS, { live: 80_000_000, took_ms: 60_000 });
    const http = answering({ [call(PHOTOS)]: slow, [call(PAPERS)]: () => bytesOf(PAPERS, { live }) });
    const screen = await render(StorageFixture, { http, libraries: [PHOTOS, PAPERS] });
    await expect.element(screen.getByRole('heading', { name: /^81.MB/ })).toBeVisible();
    live = 5_000_000;
    http.say({ type: 'library', library_id: PAPERS.id, head_commit_id: 'a'.repeat(40) });
    await expect.element(screen.getByRole('heading', { name: /^85.MB/ })).toBeVisible();
    http.say({ type: 'library', library_id: PHOTOS.id, head_commit_id: 'a'.repeat(40) });
    await expect.element(screen.getByText(/something changed since/)).toBeVisible();
    expect(http.calls.filter((each) => each.call === call(PHOTOS))).toHaveLength(1);
  });

  it('tells which libraries could not be measured', async () => {
    const http = answering({ ...SUMS, [call(PAPERS)]: new ApiError('object-missing', 'no', {}) });
    const screen = await render(StorageFixture, { http, libraries: [PHOTOS, PAPERS] });
    await expect.element(screen.getByText(/^1.library could not be measured$/)).toBeVisible();
    await expect.element(screen.getByText('could not be measured', { exact: true })).toBeVisible();
  });

  it('shows administrators all libraries, and no names of files of others', async () => {
    const listed = [PHOTOS, THEIRS].map((library) => ({ ...library, is_mine: false }));
    const http = answering({
      ...{ ...SUMS, [call(THEIRS)]: bytesOf(THEIRS, { live: 7_000_000 }) },
      'GET admin/libraries/': { libraries: listed, cursor: null },
      'GET storage/': DISK,
    });
    const props = { http, libraries: [PHOTOS], isAdmin: true, libraryId: THEIRS.id };
    const screen = await render(StorageFixture, props);
    await expect.element(screen.getByRole('heading', { name: /^7.MB on the disk$/ })).toBeVisible();
    await expect.element(screen.getByText(/^Only its owner can see the names of files/)).toBeVisible();
    expect(http.calls.filter((each) => each.call.includes('folder/'))).toEqual([]);
  });

  it('is not measured for administrators who left before the list of all libraries came', async () => {
    const list = Promise.withResolvers<object>();
    const http = answering({ ...SUMS, 'GET admin/libraries/': () => list.promise, 'GET storage/': DISK });
    const screen = await render(StorageFixture, { http, libraries: [PHOTOS], isAdmin: true });
    await expect.poll(() => http.calls.map((each) => each.call)).toContain('GET admin/libraries/');
    // Svelte warns of what a screen that is gone still reads.
    const warned = vi.spyOn(console, 'warn');
    await screen.unmount();
    list.resolve({ libraries: [PHOTOS, PAPERS], cursor: null });
    // All that follows from the answer is done before the next task.
    await new Promise((done) => setTimeout(done));
    expect(http.calls.filter((each) => /^GET libraries/.test(each.call))).toEqual([]);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  it('is nothing for somebody without libraries', async () => {
    const screen = await render(StorageFixture, { http: answering({}), libraries: [THEIRS] });
    await expect.element(screen.getByText('No libraries of your own yet')).toBeVisible();
  });

  it('shows folders, files with their versions and growth of a library, by keyboard as well', async () => {
    const http = answering({
      ...SUMS,
      [call(PHOTOS, 'folder/')]: {
        ...{ path: '/', bytes: 80_000_000, files: 4, other_items: 0, other_bytes: 0, other_files: 0 },
        items: [{ name: 'Trip', is_dir: true, bytes: 60_000_000, files: 3, inside: [] }],
      },
      [call(PHOTOS, 'largest/')]: {
        files: [{ path: '/Trip/<b>.psd', size: 7_000_000, versions: 12, has_more: false, bytes: 41_000_000 }],
      },
      [call(PHOTOS, 'growth/')]: {
        sizes: [
          { at: 1_700_000_000, bytes: 10_000_000, files: 1 },
          { at: 1_700_086_400, bytes: 80_000_000, files: 4 },
        ],
      },
    });
    const screen = await render(StorageFixture, { http, libraries: [PHOTOS, PAPERS], libraryId: PHOTOS.id });
    const list = screen.getByRole('list', { name: 'Folders and files, largest first' });
    await expect
      .element(list.getByRole('link', { name: /Trip.*75%.*60.MB/ }))
      .toHaveAttribute('href', `#/storage/${PHOTOS.id}/Trip`);
    const largest = screen.getByRole('table', { name: 'Largest files' });
    await expect.element(largest.getByRole('row', { name: /<b>.*psd.*41.MB/ })).toBeVisible();
    await expect
      .element(screen.getByText(/^Current files: from 10.MB on .+ to 80.MB today\.$/))
      .toBeVisible();
    largest.getByRole('button', { name: 'Actions for <b>.psd' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('menuitem', { name: 'Show versions' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(largest.getByRole('button', { name: 'Actions for <b>.psd' })).toHaveFocus();
  });
});
