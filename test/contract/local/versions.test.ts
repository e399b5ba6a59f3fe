import { beforeAll, describe, expect, it } from 'vitest';
import type { RestoredVersionJson, VersionsPageJson } from '../../../src-shared/versions-api.ts';
import { type LinkedLibrary, useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { FORTY_HEX } from '../../support/user-calls.ts';

describe('GET and POST /api/local/v1/libraries/{id}/versions/', () => {
  const app = useApp();
  const linkedLibrary = useLinkedLibraries(app);
  let linked: LinkedLibrary;
  const at = (path: string) => `/api/local/v1/libraries/${linked.libraryId}/versions/${path}`;
  const ask = (path: string) => app().call('GET', at(path), { token: app().adminToken });

  beforeAll(async () => {
    linked = await linkedLibrary({ name: 'Edited', files: { 'a.txt': 'one' } });
    await linked.change({ 'a.txt': 'two, longer' });
    // What the tests change in the library is not to be written out while the folder is cleaned up.
    await app().call('DELETE', `/api/local/v1/folders/${linked.folderId}/`, { token: app().adminToken });
  }, 40_000);

  async function rows() {
    const { status, text } = await ask('?path=/a.txt');
    expect(status).toBe(200);
    return (JSON.parse(text) as VersionsPageJson).versions;
  }

  it('lists every version with all its fields', async () => {
    const [newest, oldest] = await rows();
    expect(newest).toEqual({
      commit_id: FORTY_HEX,
      time: expect.any(Number),
      description: expect.stringMatching(/^Added or modified "a\.txt"/),
      author: 'admin@example.com',
      author_name: 'admin',
      device: expect.any(String),
      origin: 'edited',
      path: '/a.txt',
      old_path: '',
      file_id: FORTY_HEX,
      size: 11,
      mtime: expect.any(Number),
    });
    expect(oldest).toMatchObject({ origin: 'added', size: 3 });
  });

  it('restores one, and says what the head was before', async () => {
    const [, oldest] = await rows();
    const json = { path: '/a.txt', commit_id: oldest?.commit_id };
    const { status, text } = await app().call('POST', at('restore/'), { token: app().adminToken, json });
    expect([status, JSON.parse(text) as RestoredVersionJson]).toEqual([
      200,
      { path: '/a.txt', commit_id: FORTY_HEX, previous_commit_id: FORTY_HEX, changed: true },
    ]);
    expect(await rows()).toHaveLength(3);
  });

  it.each([
    ['', 400, 'argument-missing'],
    ['?path=/none', 404, 'file-not-found'],
    ['?path=/a.txt&cursor=!', 400, 'cursor-invalid'],
    ['?path=/a.txt&commit=1', 400, 'argument-invalid'],
  ])('refuses %j', async (query, status, code) => {
    const answer = await ask(query);
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([status, { error_code: code }]);
  });
});
