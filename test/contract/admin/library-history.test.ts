import { beforeAll, describe, expect, it } from 'vitest';
import { A_TIMESTAMP, adminCalls, outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { itemCalls } from '../../support/item-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { FORTY_HEX, useCast, userCalls } from '../../support/user-calls.ts';

const app = useApp();
const cast = useCast(app);
const admin = adminCalls(app);
const user = userCalls(app);
const { makeFile, makeFolder, remove } = itemCalls(app, () => cast().owner);
let id: string;

const history = async (query = '', library = id) =>
  outcome(await admin.call('GET', `libraries/${library}/history/${query}`));
const commits = async () => ((await history()).body as { data: { commit_id: string }[] }).data;

beforeAll(async () => {
  id = await user.makeLibrary(cast().owner, 'Papers');
  await makeFolder(id, '/docs');
  await makeFile(id, '/docs/a.txt');
  await remove(id, 'dir', '/docs');
});

describe('GET /api/v2.1/admin/libraries/{id}/history/', () => {
  it('shows the commits of a library of somebody else, newest first and by pages', async () => {
    const { status, body } = await history('?per_page=2');
    expect(status).toBe(200);
    expect(body).toEqual({
      more: true,
      data: [
        {
          commit_id: FORTY_HEX,
          time: A_TIMESTAMP,
          description: 'Removed directory "docs"',
          creator: 'ann@example.com',
          email: 'ann@example.com',
          name: 'ann',
          contact_email: 'ann@example.com',
          client_version: null,
          device_name: null,
          second_parent_id: null,
          tags: [],
        },
        expect.objectContaining({ description: 'Added "a.txt"' }),
      ],
    });
  });

  it('says what is wrong', async () => {
    expect((await history('?page=0')).body).toEqual({ error_msg: 'page invalid.' });
    expect(await history('', UNKNOWN_LIBRARY)).toMatchObject({ status: 404 });
    const locked = await user.makeLibrary(cast().owner, 'Locked', 'a long password');
    expect(await history('', locked)).toEqual({ status: 403, body: { error_msg: 'Feature disabled.' } });
  });
});

describe('GET /api/v2.1/admin/libraries/{id}/commits/{commit}/dir/', () => {
  const folder = async (commit: string, query = '', library = id) =>
    outcome(await admin.call('GET', `libraries/${library}/commits/${commit}/dir/${query}`));

  it('shows a folder of a library of somebody else as it was', async () => {
    const [now, before] = await commits();
    expect(await folder(before?.commit_id ?? '', '?path=/docs')).toEqual({
      status: 200,
      body: {
        dirent_list: [{ type: 'file', parent_dir: '/docs/', obj_id: '0'.repeat(40), name: 'a.txt', size: 0 }],
      },
    });
    expect(await folder(now?.commit_id ?? '')).toEqual({ status: 200, body: { dirent_list: [] } });
  });

  it('says what is wrong', async () => {
    const [now] = await commits();
    expect(await folder(now?.commit_id ?? '', '?path=/docs')).toEqual({
      status: 404,
      body: { error_msg: 'Folder /docs/ not found.' },
    });
    expect(await folder('c'.repeat(40))).toMatchObject({ status: 404 });
  });
});
