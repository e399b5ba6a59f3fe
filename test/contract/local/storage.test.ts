import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LibrariesJson } from '../../../src-shared/libraries-api.ts';
import type {
  GrowthJson,
  LargestFilesJson,
  LibraryBytesJson,
  RetentionPlanJson,
  SizedFolderJson,
} from '../../../src-shared/storage-api.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { userCalls } from '../../support/user-calls.ts';

/** What people and programs call their files, and pages must be able to tell. */
const ODD_NAMES = ['<img src=x onerror=alert(1)>.txt', '\u202Egpj.exe', 'a\u0301.txt', '%2e%2e', 'CON'];

describe('what /api/local/v1/libraries/{id}/storage/ says a library takes', () => {
  const app = useApp();
  const user = userCalls(app);
  const linkedLibrary = useLinkedLibraries(app);
  let notes: string;

  const ask = (path: string, library = notes, token = app().adminToken) =>
    app().call('GET', `/api/local/v1/libraries/${library}/storage/${path}`, { token });

  async function told<T>(path: string, library = notes): Promise<T> {
    const { status, json } = await ask(path, library);
    expect([path, status]).toEqual([path, 200]);
    return json as T;
  }

  beforeAll(async () => {
    const files = {
      'a.txt': 'one',
      'sub/b.txt': 'other',
      ...Object.fromEntries(ODD_NAMES.map((n) => [n, 'x'])),
    };
    ({ libraryId: notes } = await linkedLibrary({ name: 'Notes', files }));
  }, 40_000);

  it('is told by what it is needed for', async () => {
    const { live, overhead, took_ms, ...rest } = await told<LibraryBytesJson>('');
    // Each content once, with a header of 40 bytes.
    expect([live, overhead > 0, took_ms >= 0]).toEqual([3 * 40 + 3 + 5 + 1, true, true]);
    expect(rest).toEqual({
      ...{ library_id: notes, history: 0, trash: 0, reclaimable: 0, young: 0 },
      measured_at: expect.any(Number),
    });
    expect((await told<LibraryBytesJson>('?fresh=true')).live).toBe(live);
  });

  it('is in the list of libraries once it was measured, for those who manage it', async () => {
    const { libraryId } = await linkedLibrary({ name: 'Listed', files: { 'a.txt': 'one' } });
    const listed = async (token = app().adminToken) => {
      const { json } = await app().call('GET', '/api/local/v1/libraries/', { token });
      return (json as LibrariesJson).libraries.find(({ id }) => id === libraryId)?.beyond_current;
    };
    expect(await listed()).toBe(null);
    const { overhead, measured_at } = await told<LibraryBytesJson>('', libraryId);
    expect(await listed()).toEqual({ bytes: overhead, measured_at });
    const reader = await app().addUser('reader@example.com');
    const form = { share_type: 'user', username: 'reader@example.com', permission: 'rw' };
    const shares = `/api2/repos/${libraryId}/dir/shared_items/?p=/`;
    await app().call('PUT', shares, { token: app().adminToken, form });
    expect(await listed(reader)).toBe(null);
  });

  it('is told for another retention, which stays as it is', async () => {
    expect(await told<RetentionPlanJson>('retention/?keep_days=0')).toEqual({
      ...{ keep_days: 0, versions: 2, removed_versions: 1, returned_versions: 0, removed_deletions: 0 },
      ...{ oldest_kept_at: expect.any(Number), bytes: 0, later_bytes: 0, bytes_anyhow: 0 },
      waiting_for_clock: false,
    });
    expect(await user.keepDays(app().adminToken, notes)).toBe(-1);
  });

  it.each(['', '?keep_days=', '?keep_days=many', '?keep_days=1.5', '?keep_days=99999', '?keep_days=1e9'])(
    'refuses what is no retention: %s',
    async (query) => {
      expect((await ask(`retention/${query}`)).status).toBe(400);
    },
  );

  it('is told folder by folder, under whatever names', async () => {
    const { items, ...folder } = await told<SizedFolderJson>('folder/');
    expect(folder).toEqual({
      ...{ path: '/', bytes: 13, files: 7, other_items: 0, other_bytes: 0, other_files: 0 },
    });
    expect(items[0]).toEqual({
      ...{ name: 'sub', is_dir: true, bytes: 5, files: 1 },
      inside: [{ name: 'b.txt', is_dir: false, bytes: 5, files: 1 }],
    });
    expect(items.map(({ name }) => name).sort()).toEqual(['a.txt', 'sub', ...ODD_NAMES].sort());
    expect(await told<SizedFolderJson>('folder/?path=/sub')).toMatchObject({ path: '/sub', bytes: 5 });
  });

  it.each([
    ['/none', 404, 'folder-not-found'],
    ['/a.txt', 400, 'not-a-folder'],
    ['/../x', 400, 'path-invalid'],
  ])('refuses %s, which is no folder', async (path, status, error_code) => {
    const { status: answered, json } = await ask(`folder/?path=${encodeURIComponent(path)}`);
    expect([answered, json]).toMatchObject([status, { error_code }]);
  });

  it('is told of the largest files and of growth', async () => {
    const { files } = await told<LargestFilesJson>('largest/');
    expect(files[0]).toEqual({ path: '/sub/b.txt', size: 5, versions: 1, has_more: false, bytes: 5 });
    expect(files).toHaveLength(7);
    const { sizes } = await told<GrowthJson>('growth/');
    expect(sizes.at(-1)).toEqual({ at: expect.any(Number), bytes: 13, files: 7 });
  });

  it('is nothing of a library that was just made, encrypted or not', async () => {
    const { adminToken } = app();
    for (const password of [undefined, 'secret-enough']) {
      const id = await user.makeLibrary(adminToken, 'Empty', password);
      expect(await told<LibraryBytesJson>('', id)).toMatchObject({ live: 0, history: 0, reclaimable: 0 });
      expect(await told<SizedFolderJson>('folder/', id)).toMatchObject({ bytes: 0, items: [] });
      expect(await told<LargestFilesJson>('largest/', id)).toEqual({ files: [] });
      expect((await told<RetentionPlanJson>('retention/?keep_days=1', id)).removed_versions).toBe(0);
    }
  });

  it('is refused for what is no library', async () => {
    const { status, json } = await ask('', '00000000-0000-4000-8000-000000000000');
    expect([status, json]).toMatchObject([404, { error_code: 'library-not-found' }]);
  });

  it('ends with who asked for it, and is told to the next', async () => {
    const url = `${app().url}/api/local/v1/libraries/${notes}/storage/?fresh=true`;
    const asked = request(url, { headers: { Authorization: `Token ${app().adminToken}` } });
    asked.on('error', () => undefined);
    asked.end();
    asked.destroy();
    expect((await told<LibraryBytesJson>('?fresh=true')).library_id).toBe(notes);
  });
});
