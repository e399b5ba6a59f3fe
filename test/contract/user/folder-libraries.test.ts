import { beforeAll, describe, expect, it } from 'vitest';
import { outcome, UNKNOWN_LIBRARY } from '../../support/admin-calls.ts';
import { davCalls, davUser } from '../../support/dav-calls.ts';
import { type CallOptions, useApp } from '../../support/running-app.ts';
import { sharingCalls } from '../../support/sharing-calls.ts';
import {
  expectMethodRefused,
  expectTokenNeeded,
  libraryNotFound,
  PERMISSION_DENIED,
  useCast,
  userCalls,
} from '../../support/user-calls.ts';

const refusal = (status: number, text: string) => ({ status, body: { error_msg: text } });
const UUID: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('a folder that is a library of its own', () => {
  const app = useApp();
  const cast = useCast(app);
  const user = userCalls(app);
  const sharing = sharingCalls(app);
  let id = '';
  let team = 0;

  const call = async (method: string, path: string, options: CallOptions) =>
    outcome(await app().call(method, path, options));
  const make = (token: string, path: string) =>
    call('POST', `/api2/repos/${id}/dir/?p=${path}`, { token, form: { operation: 'mkdir' } });
  const subRepo = (token: string, query: string) =>
    call('GET', `/api2/repos/${id}/dir/sub_repo/${query}`, { token });
  const items = (method: string, query: string, options: CallOptions) =>
    call(method, `/api2/repos/${id}/dir/shared_items/${query}`, options);
  const folderOf = async (path: string): Promise<string> => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const { body } = await subRepo(cast().owner, `?p=${path}&name=${name}`);
    return (body as { sub_repo_id: string }).sub_repo_id;
  };
  const namesIn = async (token: string, library: string, path = '/') => {
    const { status, body } = await call('GET', `/api2/repos/${library}/dir/?p=${path}`, { token });
    return status === 200 ? (body as { name: string }[]).map(({ name }) => name) : status;
  };
  const ben = { share_type: 'user', username: 'ben@example.com' };
  const give = (path: string, form: Record<string, string>) =>
    items('PUT', `?p=${path}`, { token: cast().owner, form });

  beforeAll(async () => {
    id = await user.makeLibrary(cast().owner, 'Work');
    for (const path of ['/plans', '/plans/deep', '/private']) await make(cast().owner, path);
    team = await sharing.makeGroup(cast().owner, 'Team');
    await sharing.addMember(cast().owner, team, 'max@example.com');
  });

  describe('GET /api2/repos/{id}/dir/sub_repo/', () => {
    it('makes the library of a folder, and gives the same one again', async () => {
      const made = await subRepo(cast().owner, '?p=/plans&name=plans');
      expect(made).toEqual({ status: 200, body: { sub_repo_id: UUID } });
      expect(await subRepo(cast().owner, '?p=/plans/&name=other')).toEqual(made);
    });

    it('gives a library that shows the folder and nothing else', async () => {
      const plans = await folderOf('/plans');
      expect(await namesIn(cast().owner, plans)).toEqual(['deep']);
      expect(await call('GET', `/api2/repos/${plans}/`, { token: cast().owner })).toMatchObject({
        status: 200,
        body: { id: plans, name: 'plans', owner: 'self', permission: 'rw', encrypted: false },
      });
      expect(await call('GET', `/api/v2.1/repos/${plans}/`, { token: cast().owner })).toMatchObject({
        body: { repo_id: plans, is_virtual: true, owner_email: 'ann@example.com' },
      });
      expect(await call('GET', `/api/v2.1/repos/${id}/`, { token: cast().owner })).toMatchObject({
        body: { is_virtual: false },
      });
    });

    it('gives the same library for a folder of a folder library', async () => {
      const plans = await folderOf('/plans');
      const { body } = await call('GET', `/api2/repos/${plans}/dir/sub_repo/?p=/deep&name=deep`, {
        token: cast().owner,
      });
      expect(body).toEqual({ sub_repo_id: await folderOf('/plans/deep') });
    });

    it('is no library of its own in the lists of its owner', async () => {
      const { body } = await call('GET', '/api2/repos/?type=mine', { token: cast().owner });
      expect((body as { id: string }[]).map((row) => row.id)).toEqual([id]);
    });

    it('says what is missing or is no folder', async () => {
      expect(await subRepo(cast().owner, '?name=x')).toEqual(refusal(400, 'p invalid.'));
      expect(await subRepo(cast().owner, '?p=/plans')).toEqual(refusal(400, 'name invalid.'));
      expect(await subRepo(cast().owner, '?p=/&name=x')).toEqual(refusal(400, 'p invalid.'));
      expect(await subRepo(cast().owner, '?p=/none&name=x')).toEqual(refusal(404, 'Folder /none not found.'));
      expect(
        await call('GET', `/api2/repos/${UNKNOWN_LIBRARY}/dir/sub_repo/?p=/a&name=a`, {
          token: cast().owner,
        }),
      ).toEqual(libraryNotFound(UNKNOWN_LIBRARY));
      expect(await subRepo(cast().stranger, '?p=/plans&name=plans')).toEqual(PERMISSION_DENIED);
    });

    it('is refused in an encrypted library, whose keys are for all of it', async () => {
      const form = { name: 'Locked', passwd: 'a secret' };
      const { body } = await call('POST', '/api2/repos/', { token: cast().owner, form });
      const locked = (body as { repo_id: string }).repo_id;
      expect(
        await call('GET', `/api2/repos/${locked}/dir/sub_repo/?p=/a&name=a`, { token: cast().owner }),
      ).toEqual(refusal(403, 'Library is encrypted.'));
    });

    it('needs a token, and is a GET', async () => {
      const path = `/api2/repos/${id}/dir/sub_repo/?p=/plans&name=plans`;
      await expectTokenNeeded(app(), 'GET', path);
      await expectMethodRefused(app(), 'DELETE', path, ['GET']);
    });
  });

  describe('/api2/repos/{id}/dir/shared_items/?p=/folder', () => {
    it('gives a folder to a person, who then has a library of that name and no other', async () => {
      const plans = await folderOf('/plans');
      expect(await items('GET', '?p=/plans', { token: cast().owner })).toEqual({ status: 200, body: [] });
      expect(await give('/plans', ben)).toMatchObject({
        status: 200,
        body: {
          success: [{ share_type: 'user', user_info: { name: 'ben@example.com' }, permission: 'r' }],
          failed: [],
          virtual_repo_id: plans,
        },
      });
      expect(await call('GET', '/api2/repos/?type=shared', { token: cast().stranger })).toMatchObject({
        body: [
          {
            ...{ type: 'srepo', id: plans, name: 'plans', permission: 'r', owner: 'ann@example.com' },
            ...{ is_virtual: true, origin_repo_id: id, share_type: 'personal' },
          },
        ],
      });
      expect(await call('GET', '/api2/beshared-repos/', { token: cast().stranger })).toMatchObject({
        body: [{ repo_id: plans, repo_name: 'plans', is_virtual: true, origin_repo_id: id }],
      });
      expect(await call('GET', '/api/v2.1/repos/?type=shared', { token: cast().stranger })).toMatchObject({
        body: { repos: [{ type: 'shared', repo_id: plans, repo_name: 'plans', permission: 'r' }] },
      });
      expect(await namesIn(cast().stranger, id)).toBe(403);
    });

    it('lists whom a folder is shared with, not whom the library is', async () => {
      expect(await items('GET', '?p=/plans', { token: cast().owner })).toMatchObject({
        body: [{ user_info: { name: 'ben@example.com' } }],
      });
      expect(await items('GET', '?p=/', { token: cast().owner })).toEqual({ status: 200, body: [] });
      expect(await call('GET', '/api/v2.1/shared-repos/', { token: cast().owner })).toMatchObject({
        body: [],
      });
      expect(await call('GET', '/api/v2.1/shared-folders/', { token: cast().owner })).toEqual({
        status: 200,
        body: [
          {
            ...{ repo_id: id, path: '/plans', folder_name: 'plans', share_type: 'personal' },
            ...{ share_permission: 'r', user_name: 'ben', user_email: 'ben@example.com' },
            ...{ contact_email: 'ben@example.com', group_id: '', group_name: '' },
          },
        ],
      });
    });

    it('lets a reader read, and a writer write into the library around it', async () => {
      const plans = await folderOf('/plans');
      const mkdir = (name: string) =>
        call('POST', `/api2/repos/${plans}/dir/?p=/${name}`, {
          token: cast().stranger,
          form: { operation: 'mkdir' },
        });
      expect(await namesIn(cast().stranger, plans)).toEqual(['deep']);
      expect((await mkdir('refused')).status).toBe(403);
      const query = '?p=/plans&share_type=user&username=ben@example.com';
      const rw = { token: cast().owner, form: { permission: 'rw' } };
      expect(await items('POST', query, rw)).toEqual({ status: 200, body: { success: true } });
      expect((await mkdir('made')).status).toBe(201);
      expect(await namesIn(cast().owner, id, '/plans')).toEqual(['deep', 'made']);
      await make(cast().owner, '/plans/outside');
      expect(await namesIn(cast().stranger, plans)).toEqual(['deep', 'made', 'outside']);
    });

    it('gives a folder to a group', async () => {
      const form = { share_type: 'group', group_id: String(team), permission: 'rw' };
      expect(await give('/plans/deep', form)).toMatchObject({
        body: { success: [{ share_type: 'group', group_info: { id: team, name: 'Team' } }] },
      });
      const deep = await folderOf('/plans/deep');
      expect(await sharing.permissionOf(cast().departmentMember, deep)).toBe('rw');
      expect(await sharing.permissionOf(cast().departmentMember, id)).toBe('403');
      expect(await call('GET', '/api2/repos/?type=group', { token: cast().departmentMember })).toMatchObject({
        body: expect.arrayContaining([expect.objectContaining({ id: deep, type: 'grepo' })]),
      });
    });

    it('refuses as a whole what it cannot do at all', async () => {
      expect(await give('/none', ben)).toEqual(refusal(404, 'Folder /none not found.'));
      expect(await give('/plans', { ...ben, share_type: 'x' })).toEqual(refusal(400, 'share_type invalid.'));
      expect(await give('/plans', { ...ben, username: 'ann@example.com' })).toEqual(
        refusal(400, 'Library can not be shared to owner'),
      );
      const query = '?p=/private&share_type=user&username=ben@example.com';
      expect((await items('DELETE', query, { token: cast().owner })).status).toBe(404);
      expect(await items('PUT', '?p=/plans', { token: cast().stranger, form: ben })).toEqual(
        PERMISSION_DENIED,
      );
      const plans = await folderOf('/plans');
      const further = { share_type: 'user', username: 'dora@example.com' };
      expect(
        await call('PUT', `/api2/repos/${plans}/dir/shared_items/?p=/`, {
          token: cast().stranger,
          form: further,
        }),
      ).toEqual(PERMISSION_DENIED);
    });

    it('ends a share at the next call, and leaves the folder as it is', async () => {
      const plans = await folderOf('/plans');
      const query = '?p=/plans&share_type=user&username=ben@example.com';
      expect(await items('DELETE', query, { token: cast().owner })).toEqual({
        status: 200,
        body: { success: true },
      });
      expect(await sharing.permissionOf(cast().stranger, plans)).toBe('403');
      expect(await namesIn(cast().owner, id, '/plans')).toEqual(['deep', 'made', 'outside']);
    });
  });

  describe('what is done by its id', () => {
    const drive = davCalls(app);
    const ben = davUser('ben@example.com');
    const rw = { share_type: 'user', username: 'ben@example.com', permission: 'rw' };
    let notes = '';

    beforeAll(async () => {
      await make(cast().owner, '/notes');
      await give('/notes', rw);
      notes = await folderOf('/notes');
    });

    it('is a folder of the drive of who has it, and its files are in the library around it', async () => {
      expect(await drive.list('/dav/', ben)).toEqual(['/dav/', '/dav/notes/']);
      expect(await drive.statusOf('PUT', '/dav/notes/by%20drive.txt', { as: ben, body: 'by drive' })).toBe(
        201,
      );
      expect(await namesIn(cast().owner, id, '/notes')).toEqual(['by drive.txt']);
      expect((await drive.dav('GET', '/dav/notes/by%20drive.txt', { as: ben })).text).toBe('by drive');
      expect(await drive.statusOf('GET', '/dav/Work/private/', { as: ben })).toBe(404);
    });

    it('is searched by who has it, and has a history and a trash of its own', async () => {
      const { body } = await call('GET', '/api2/search/?q=drive', { token: cast().stranger });
      expect(body).toMatchObject({
        results: [{ repo_id: notes, repo_name: 'notes', fullpath: '/by drive.txt' }],
      });
      await call('DELETE', `/api2/repos/${notes}/file/?p=/by drive.txt`, { token: cast().stranger });
      expect(await namesIn(cast().owner, id, '/notes')).toEqual([]);
      const trash = await call('GET', `/api/v2.1/repos/${notes}/trash/`, { token: cast().stranger });
      expect(trash.body).toMatchObject({ data: [{ obj_name: 'by drive.txt', parent_dir: '/' }] });
      const around = await call('GET', `/api/v2.1/repos/${id}/trash/`, { token: cast().owner });
      expect(around.body).toMatchObject({ data: [{ obj_name: 'by drive.txt', parent_dir: '/notes/' }] });
      const history = await call('GET', `/api/v2.1/repos/${notes}/history/`, { token: cast().stranger });
      expect((history.body as { data: unknown[] }).data).toHaveLength(3);
    });

    it('has links that end with the share of who made them', async () => {
      await call('POST', `/api2/repos/${notes}/dir/?p=/open`, {
        token: cast().stranger,
        form: { operation: 'mkdir' },
      });
      const link = await sharing.makeLink(cast().stranger, { repo_id: notes, path: '/open' });
      const visit = async () => (await app().call('GET', `/d/${link}/`, {})).status;
      expect(await visit()).toBe(200);
      const query = '?p=/notes&share_type=user&username=ben@example.com';
      await items('DELETE', query, { token: cast().owner });
      expect(await visit()).toBe(404);
    });
  });

  it('lets a member of a department that may only read the library write into no folder of it', async () => {
    const { departmentAdmin, departmentMember, department } = cast();
    const path = `/api/v2.1/groups/${Number.parseInt(department, 10)}/group-owned-libraries/`;
    const form = { name: 'Files', permission: 'rw' };
    const { body } = await call('POST', path, { token: departmentAdmin, form });
    const files = (body as { id: string }).id;
    const mkdir = (token: string, library: string, folder: string) =>
      call('POST', `/api2/repos/${library}/dir/?p=${folder}`, { token, form: { operation: 'mkdir' } });
    await mkdir(departmentAdmin, files, '/plans');
    const plans = async () => {
      const query = `/api2/repos/${files}/dir/sub_repo/?p=/plans&name=plans`;
      const made = await call('GET', query, { token: departmentMember });
      return (made.body as { sub_repo_id: string }).sub_repo_id;
    };
    expect(await sharing.permissionOf(departmentMember, await plans())).toBe('rw');
    await sharing.shareWithUser(departmentAdmin, files, 'max@example.com', 'r');
    expect(await sharing.permissionOf(departmentMember, await plans())).toBe('r');
    expect((await mkdir(departmentMember, await plans(), '/refused')).status).toBe(403);
    expect(await sharing.permissionOf(departmentAdmin, await plans())).toBe('rw');
  });

  describe('the rest of its life', () => {
    it('is given up by who received it', async () => {
      const plans = await folderOf('/plans');
      await give('/plans', ben);
      const path = `/api2/beshared-repos/${plans}/?share_type=personal&from=ann@example.com`;
      expect(await call('DELETE', path, { token: cast().stranger })).toEqual({
        status: 200,
        body: { success: true },
      });
      expect(await sharing.permissionOf(cast().stranger, plans)).toBe('403');
    });

    it('belongs to whom the library around it belongs to, and has its retention', async () => {
      const plans = await folderOf('/plans');
      const options = { token: cast().owner, form: { owner: 'ben@example.com' } };
      expect(await call('PUT', `/api2/repos/${plans}/owner/`, options)).toEqual(PERMISSION_DENIED);
      const limit = `/api2/repos/${plans}/history-limit/`;
      expect(await call('GET', limit, { token: cast().owner })).toEqual(PERMISSION_DENIED);
      expect(await call('PUT', limit, { token: cast().owner, form: { keep_days: '3' } })).toEqual(
        PERMISSION_DENIED,
      );
      const admin = `/api/v2.1/admin/libraries/${plans}/`;
      const change = { token: cast().administrator, form: { status: 'read-only' } };
      expect(await call('PUT', admin, change)).toEqual(PERMISSION_DENIED);
      expect(await call('GET', `${admin}history-limit/`, { token: cast().administrator })).toEqual(
        PERMISSION_DENIED,
      );
    });

    it('ends with the folder, and comes back with it', async () => {
      await make(cast().owner, '/lent');
      await make(cast().owner, '/lent/in it');
      await give('/lent', ben);
      const lent = await folderOf('/lent');
      const remove = `/api2/repos/${id}/dir/?p=/lent`;
      await call('DELETE', remove, { token: cast().owner });
      expect(await sharing.permissionOf(cast().stranger, lent)).toBe('404');
      const { body } = await call('GET', `/api/v2.1/repos/${id}/trash/`, { token: cast().owner });
      const [item] = (body as { data: { commit_id: string; obj_name: string }[] }).data;
      expect(item?.obj_name).toBe('lent');
      await call('PUT', `/api2/repos/${id}/dir/revert/`, {
        token: cast().owner,
        form: { p: '/lent', commit_id: item?.commit_id ?? '' },
      });
      expect(await namesIn(cast().stranger, lent)).toEqual(['in it']);
    });

    it('is no library any more when its owner deletes it; the folder stays', async () => {
      const lent = await folderOf('/lent');
      expect((await call('DELETE', `/api2/repos/${lent}/`, { token: cast().stranger })).status).toBe(403);
      expect(await call('DELETE', `/api2/repos/${lent}/`, { token: cast().owner })).toEqual({
        status: 200,
        body: 'success',
      });
      expect(await sharing.permissionOf(cast().stranger, lent)).toBe('404');
      expect(await namesIn(cast().owner, id, '/lent')).toEqual(['in it']);
      expect(await folderOf('/lent')).not.toBe(lent);
    });

    it('ends in no way of the changes that are made around it meanwhile', async () => {
      const around = Array.from({ length: 12 }, (_, at) => `/plans/meanwhile ${at}`);
      const endIt = async () => {
        const plans = await folderOf('/plans');
        return call('DELETE', `/api2/repos/${plans}/`, { token: cast().owner });
      };
      const [made] = await Promise.all([
        Promise.all(around.map((path) => make(cast().owner, path))),
        ...Array.from({ length: 4 }, endIt),
      ]);
      expect(made.map(({ status }) => status)).toEqual(around.map(() => 201));
    });

    it('ends with the library around it', async () => {
      const plans = await folderOf('/plans');
      await call('DELETE', `/api2/repos/${id}/`, { token: cast().owner });
      expect(await sharing.permissionOf(cast().owner, plans)).toBe('404');
      const { body } = await call('GET', '/api/v2.1/deleted-repos/', { token: cast().owner });
      expect((body as { repo_id: string }[]).map((row) => row.repo_id)).toEqual([id]);
    });
  });
});
