import { beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import type { CommitId } from '../../../src-main/core/objects/object-id.ts';
import { itemCalls } from '../../support/item-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { syncAsker, syncDevice } from '../../support/sync-device.ts';
import { useCast, userCalls } from '../../support/user-calls.ts';

/** What official clients bring from their computers, and nobody can name so here. */
const ODD_NAMES = [
  'quote"and\\back.txt',
  '..\\..\\evil.txt',
  'C:\\evil.txt',
  ' spaces around ',
  'two\nlines\tand\u0001',
  'gpj.\u202eexe',
  `${'ö'.repeat(125)}.txt`,
  '%2e%2e%5cx',
  '...',
];

describe('names that sync clients bring', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const { call, ask, makeFolder, paths } = itemCalls(app, () => cast().owner);
  let library: string;
  const at = (path: string) => `?p=${encodeURIComponent(path)}`;
  const api2 = (kind: 'file' | 'dir', path: string) => `/api2/repos/${library}/${kind}/${at(path)}`;
  const v21 = (kind: 'file' | 'dir', path: string) => `/api/v2.1/repos/${library}/${kind}/${at(path)}`;
  const invalid = (text: string) => ({ status: 400, body: { error_msg: text } });

  beforeEach(async () => {
    library = await user.makeLibrary(cast().owner, 'Papers');
    const info = await ask('GET', `/api2/repos/${library}/download-info/`);
    const { token, email } = info.body as { token: string; email: string };
    const device = syncDevice(syncAsker(app().url, token), library as LibraryId, email);
    const files = Object.fromEntries(ODD_NAMES.map((name) => [name, `bytes of ${name}`]));
    const { answer } = await device.push({ ...files, 'in\\side': files }, await device.head());
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  });

  it.each(ODD_NAMES)('are read by the very name that they have: %j', async (name) => {
    for (const path of [`/${name}`, `/in\\side/${name}`]) {
      const link = await call('GET', api2('file', path));
      expect([path, link.status]).toEqual([path, 200]);
      expect(await (await fetch(link.json as string)).text()).toBe(`bytes of ${name}`);
      expect(await ask('GET', v21('file', path))).toMatchObject({ status: 200, body: { obj_name: name } });
    }
    const listed = (await call('GET', api2('dir', '/in\\side'))).json as { name: string }[];
    expect(listed.map((row) => row.name)).toContain(name);
  });

  it.each(ODD_NAMES)('are renamed away, moved, copied and deleted: %j', async (name) => {
    const made = ['/box', '/away'].map((path) => makeFolder(library, path));
    await Promise.all(made);
    const to = (dir: string) => ({ dst_repo: library, dst_dir: dir });
    const change = (path: string, form: Record<string, string>) => ask('POST', v21('file', path), { form });
    expect(await change(`/${name}`, { operation: 'copy', ...to('/box') })).toMatchObject({ status: 200 });
    expect(await change(`/box/${name}`, { operation: 'move', ...to('/away') })).toMatchObject({
      status: 200,
      body: { parent_dir: '/away', obj_name: name },
    });
    expect(await change(`/${name}`, { operation: 'rename', newname: 'plain.txt' })).toMatchObject({
      status: 200,
      body: { obj_name: 'plain.txt' },
    });
    const several = { repo_id: library, parent_dir: '/in\\side', dirents: [name] };
    expect((await ask('DELETE', '/api/v2.1/repos/batch-delete-item/', { json: several })).status).toBe(200);
    expect((await ask('DELETE', api2('file', `/away/${name}`))).status).toBe(200);
    const left = await paths(library);
    expect(left.filter((path) => path.split('/').includes(name))).toEqual([]);
    expect(left).toContain('/plain.txt');
  });

  it('come back from the trash', async () => {
    const path = '/in\\side/..\\..\\evil.txt';
    const { head_commit_id: commitId } = await user.state(cast().owner, library);
    await call('DELETE', v21('dir', '/in\\side'));
    const form = { path, commit_id: commitId as CommitId };
    const reverted = `/api/v2.1/repos/${library}/trash/revert-dirents/`;
    expect(await ask('POST', reverted, { form })).toEqual({
      status: 200,
      body: { success: [{ path, is_dir: false }], failed: [] },
    });
    expect((await call('GET', api2('file', path))).status).toBe(200);
  });

  it('with a backslash or control characters are not given to anything new', async () => {
    for (const name of ['a\\b', '..\\x', 'a\nb']) {
      const create = { form: { operation: 'create' } };
      expect(await ask('POST', v21('file', `/${name}`), create)).toEqual(invalid('name invalid.'));
      const mkdir = { form: { operation: 'mkdir' } };
      expect(await ask('POST', v21('dir', `/${name}`), mkdir)).toEqual(invalid('name invalid.'));
      const parents = { form: { operation: 'mkdir', create_parents: 'true' } };
      expect(await ask('POST', api2('dir', `/new/${name}/c`), parents)).toMatchObject({ status: 400 });
      const rename = { form: { operation: 'rename', newname: name } };
      expect(await ask('POST', v21('dir', '/in\\side'), rename)).toMatchObject({ status: 400 });
    }
    expect((await paths(library)).filter((path) => path.startsWith('/new'))).toEqual([]);
  });
});
