import { hostname } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ConflictsJson } from '../../../src-shared/conflicts-api.ts';
import type { RecentChangesJson, StorageJson } from '../../../src-shared/overview-api.ts';
import { type LinkedLibrary, useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { FORTY_HEX } from '../../support/user-calls.ts';

const COPY = 'a (SFConflict bert@example.com 2026-11-20-10-11-12).txt';
const SIDE = { mtime: expect.any(Number), modifier: 'admin@example.com', modifier_name: 'admin' };

describe('what /api/local/v1/ says about all libraries at once', () => {
  const app = useApp();
  const linkedLibrary = useLinkedLibraries(app);
  let linked: LinkedLibrary;

  async function ask<T>(path: string): Promise<T> {
    const { status, text } = await app().call('GET', `/api/local/v1/${path}`, { token: app().adminToken });
    expect(status).toBe(200);
    return JSON.parse(text) as T;
  }

  beforeAll(async () => {
    linked = await linkedLibrary({ name: 'Notes', files: { 'a.txt': 'one', [COPY]: 'other' } });
    // What the tests change in the library is not to be written out while the folder is cleaned up.
    await app().call('DELETE', `/api/local/v1/folders/${linked.folderId}/`, { token: app().adminToken });
  }, 40_000);

  it('are the last changes', async () => {
    const { changes } = await ask<RecentChangesJson>('recent-changes/');
    expect(changes[0]).toMatchObject({
      library_id: linked.libraryId,
      library_name: 'Notes',
      commit: { id: FORTY_HEX, added: 2 },
    });
  });

  it('is the disk', async () => {
    const storage = await ask<StorageJson>('storage/');
    expect(storage.data_dir).not.toBe('');
    expect(storage.free).toBeGreaterThan(0);
    expect(storage.total).toBeGreaterThanOrEqual(storage.free);
    expect(storage.used.libraries).toBeGreaterThan(0);
    expect(storage.used.database).toBeGreaterThan(0);
    expect(storage.used.deleted_libraries).toBe(0);
    expect(storage.used.libraries + storage.used.database).toBeLessThan(storage.total);
  });

  it('are conflicts, until they are resolved', async () => {
    expect(await ask<ConflictsJson>('conflicts/')).toEqual({
      conflicts: [
        {
          library_id: linked.libraryId,
          library_name: 'Notes',
          commit_id: FORTY_HEX,
          path: `/${COPY}`,
          original_path: '/a.txt',
          copy: { size: 5, ...SIDE, device: hostname(), is_server: true },
          original: { size: 3, ...SIDE, device: hostname(), is_server: true },
        },
      ],
    });
    const resolve = (json: object) =>
      app().call('POST', `/api/local/v1/libraries/${linked.libraryId}/conflicts/resolve/`, {
        token: app().adminToken,
        json: { path: `/${COPY}`, ...json },
      });
    expect((await resolve({ keep: 'neither' })).status).toBe(400);
    const { status, text } = await resolve({ keep: 'copy' });
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { path: '/a.txt', commit_id: FORTY_HEX, previous_commit_id: FORTY_HEX },
    ]);
    expect(await ask<ConflictsJson>('conflicts/')).toEqual({ conflicts: [] });
  });
});
