import { beforeAll, describe, expect, it } from 'vitest';
import { askFor, davCalls, davUser } from '../../support/dav-calls.ts';
import { useApp } from '../../support/running-app.ts';
import { sharingCalls } from '../../support/sharing-calls.ts';
import { userCalls } from '../../support/user-calls.ts';

const app = useApp();
const { dav, list, statusOf } = davCalls(app);
const ANN = davUser('ann@example.com');
const BEN = davUser('ben@example.com');
let annToken = '';
let benToken = '';

beforeAll(async () => {
  annToken = await app().addUser('ann@example.com');
  benToken = await app().addUser('ben@example.com');
});

describe('the root of the drive', () => {
  it('lists the libraries of whoever asks, and makes, renames and deletes them', async () => {
    expect(await statusOf('MKCOL', '/dav/Photos', { as: ANN })).toBe(201);
    expect(await statusOf('MKCOL', '/dav/Photos', { as: ANN })).toBe(405);
    expect(await list('/dav/', ANN)).toEqual(['/dav/', '/dav/Photos/']);
    expect(await list('/seafdav/', ANN)).toEqual(['/seafdav/', '/seafdav/Photos/']);
    expect(await list('/dav/', BEN)).toEqual(['/dav/']);
    const to = { Destination: `${app().url}/dav/Pictures` };
    expect(await statusOf('MOVE', '/dav/Photos', { as: ANN, headers: to })).toBe(201);
    expect(await list('/dav/', ANN)).toEqual(['/dav/', '/dav/Pictures/']);
    expect(await statusOf('DELETE', '/dav/Pictures/', { as: ANN })).toBe(204);
    expect(await list('/dav/', ANN)).toEqual(['/dav/']);
    const deleted = await app().call('GET', '/api/v2.1/deleted-repos/', { token: annToken });
    expect(deleted.json).toMatchObject([{ repo_name: 'Pictures' }]);
  });

  it('makes one library when a program asks for it several times at once', async () => {
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => statusOf('MKCOL', '/dav/Once', { as: BEN })),
    );
    expect(asked.every((status) => status === 201 || status === 405)).toBe(true);
    expect(await list('/dav/', BEN)).toEqual(['/dav/', '/dav/Once/']);
    expect(await statusOf('DELETE', '/dav/Once', { as: BEN })).toBe(204);
  });

  it('puts a part of their ids behind libraries of one name', async () => {
    const user = userCalls(app);
    const first = await user.makeLibrary(annToken, 'Same');
    const second = await user.makeLibrary(annToken, 'same');
    const names = await list('/dav/', ANN);
    expect(names.sort()).toEqual(
      ['/dav/', `/dav/Same%20(${first.slice(0, 6)})/`, `/dav/same%20(${second.slice(0, 6)})/`].sort(),
    );
    expect(await statusOf('PUT', `/dav/same%20(${second.slice(0, 6)})/a.txt`, { as: ANN, body: 'a' })).toBe(
      201,
    );
    expect(await statusOf('GET', `/dav/Same%20(${first.slice(0, 6)})/a.txt`, { as: ANN })).toBe(404);
    expect(await statusOf('MKCOL', '/dav/Same', { as: ANN })).toBe(405);
    expect(await statusOf('DELETE', `/dav/same%20(${second.slice(0, 6)})`, { as: ANN })).toBe(204);
    expect(await list('/dav/', ANN)).toEqual(['/dav/', '/dav/Same/']);
  });

  it('keeps files out, and itself and libraries where they are', async () => {
    await statusOf('MKCOL', '/dav/Kept', { as: BEN });
    await statusOf('PUT', '/dav/Kept/a.txt', { as: BEN, body: 'a' });
    const to = (path: string) => ({ Destination: path });
    expect(await statusOf('PUT', '/dav/a.txt', { as: BEN, body: 'a' })).toBe(403);
    expect(await statusOf('DELETE', '/dav/', { as: BEN })).toBe(403);
    expect(await statusOf('MOVE', '/dav/Kept/a.txt', { as: BEN, headers: to('/dav/a.txt') })).toBe(403);
    expect(await statusOf('COPY', '/dav/Kept/', { as: BEN, headers: to('/dav/Copy/') })).toBe(403);
    expect(await statusOf('MOVE', '/dav/Kept/', { as: BEN, headers: to('/dav/.history') })).toBe(403);
    expect(await statusOf('MKCOL', '/dav/.history', { as: BEN })).toBe(403);
    expect(await list('/dav/', BEN)).toEqual(['/dav/', '/dav/Kept/']);
  });

  it('shows an encrypted library while it is unlocked for whoever asks', async () => {
    const made = { name: 'Diary', passwd: 'library-secret' };
    const { json } = await app().call('POST', '/api2/repos/', { token: benToken, form: made });
    const { repo_id: id } = json as { repo_id: string };
    expect(await list('/dav/', BEN)).toEqual(['/dav/', '/dav/Kept/']);
    expect(await statusOf('PUT', '/dav/Diary/a.txt', { as: BEN, body: 'secret' })).toBe(409);
    const form = { password: 'library-secret' };
    await app().call('POST', `/api/v2.1/repos/${id}/set-password/`, { token: benToken, form });
    expect(await list('/dav/', BEN)).toContain('/dav/Diary/');
    expect(await statusOf('PUT', '/dav/Diary/a.txt', { as: BEN, body: 'secret' })).toBe(201);
    expect((await dav('GET', '/dav/Diary/a.txt', { as: BEN })).text).toBe('secret');
  });

  it('tells what is used, and what is left where there is a limit', async () => {
    const body = askFor('<D:quota-used-bytes/>', '<D:quota-available-bytes/>');
    const { text } = await dav('PROPFIND', '/dav/Kept/', { as: BEN, headers: { Depth: '0' }, body });
    expect(text).toContain('<D:quota-used-bytes>1</D:quota-used-bytes>');
    expect(text).toContain(
      '<D:prop><D:quota-available-bytes xmlns:D="DAV:"/></D:prop><D:status>HTTP/1.1 404',
    );
  });
});

describe('people', () => {
  it('keep the names of their own libraries when somebody shares one of that name with them', async () => {
    await userCalls(app).makeLibrary(benToken, 'Taxes');
    const shared = await userCalls(app).makeLibrary(annToken, 'taxes');
    await sharingCalls(app).shareWithUser(annToken, shared, BEN.login, 'rw');
    await dav('PUT', '/dav/Taxes/a.txt', { as: BEN, body: 'of Ben' });
    expect(await list('/dav/', BEN)).toEqual(
      expect.arrayContaining(['/dav/Taxes/', `/dav/taxes%20(${shared.slice(0, 6)})/`]),
    );
    expect((await dav('GET', '/dav/Taxes/a.txt', { as: BEN })).text).toBe('of Ben');
  });

  it('read what is shared with them, and write it where they may', async () => {
    const id = await userCalls(app).makeLibrary(annToken, 'Shared');
    await dav('PUT', '/dav/Shared/a.txt', { as: ANN, body: 'of Ann' });
    expect(await statusOf('GET', '/dav/Shared/a.txt', { as: BEN })).toBe(404);
    await sharingCalls(app).shareWithUser(annToken, id, BEN.login, 'r');
    expect((await dav('GET', '/dav/Shared/a.txt', { as: BEN })).text).toBe('of Ann');
    const to = { Destination: '/dav/Shared/c.txt' };
    for (const [method, path, options] of [
      ['PUT', '/dav/Shared/a.txt', { body: 'of Ben' }],
      ['PUT', '/dav/Shared/b.txt', { body: 'of Ben' }],
      ['DELETE', '/dav/Shared/a.txt', {}],
      ['DELETE', '/dav/Shared', {}],
      ['MKCOL', '/dav/Shared/sub', {}],
      ['COPY', '/dav/Shared/a.txt', { headers: to }],
      ['MOVE', '/dav/Shared/a.txt', { headers: to }],
      ['MOVE', '/dav/Shared/', { headers: { Destination: '/dav/Mine' } }],
      ['LOCK', '/dav/Shared/a.txt', { body: LOCK }],
      ['LOCK', '/dav/Shared/new.txt', { body: LOCK }],
      ['PROPPATCH', '/dav/Shared/a.txt', { body: NOTE }],
    ] as const) {
      expect([method, path, await statusOf(method, path, { as: BEN, ...options })]).toEqual([
        method,
        path,
        403,
      ]);
    }
    expect(await list('/dav/Shared/', ANN)).toEqual(['/dav/Shared/', '/dav/Shared/a.txt']);
    expect(
      await statusOf('COPY', '/dav/Shared/a.txt', {
        as: BEN,
        headers: { Destination: '/dav/Kept/of-ann.txt' },
      }),
    ).toBe(201);
    expect((await dav('GET', '/dav/Kept/of-ann.txt', { as: BEN })).text).toBe('of Ann');
    const open = await userCalls(app).makeLibrary(annToken, 'Open');
    await sharingCalls(app).shareWithUser(annToken, open, BEN.login, 'rw');
    expect(await statusOf('PUT', '/dav/Open/a.txt', { as: BEN, body: 'of Ben' })).toBe(201);
    expect((await dav('GET', '/dav/Open/a.txt', { as: ANN })).text).toBe('of Ben');
    expect(await statusOf('DELETE', '/dav/Open/', { as: BEN })).toBe(403);
  });
});

const LOCK =
  '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>';
const NOTE =
  '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x:a xmlns:x="urn:x">1</x:a></D:prop></D:set></D:propertyupdate>';

describe('the past', () => {
  it('is a drive of its own for each time, and cannot be changed', async () => {
    await dav('MKCOL', '/dav/Diary%20of%20Ann', { as: ANN });
    await dav('PUT', '/dav/Diary%20of%20Ann/a.txt', { as: ANN, body: 'first' });
    const history = '/dav/.history/Diary%20of%20Ann/';
    const times = await list(history, ANN);
    const newest = times[1] ?? '';
    expect(newest).toMatch(/^\/dav\/\.history\/Diary%20of%20Ann\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\/$/);
    expect(await list('/dav/.history/', ANN)).toContain(history);
    // The second of that name is over when the next change is made.
    const later = '/dav/.history/Diary%20of%20Ann/2999-01-01/';
    expect(await list(later, ANN)).toEqual([later, `${later}a.txt`]);
    expect((await dav('GET', `${later}a.txt`, { as: ANN })).text).toBe('first');
    expect(await statusOf('GET', `${history}1999-01-01/a.txt`, { as: ANN })).toBe(404);
    expect(await statusOf('PROPFIND', `${history}yesterday/`, { as: ANN, headers: { Depth: '1' } })).toBe(
      404,
    );
    const to = { Destination: '/dav/Diary%20of%20Ann/b.txt' };
    for (const [method, options] of [
      ['PUT', { body: 'other' }],
      ['DELETE', {}],
      ['MKCOL', {}],
      ['COPY', { headers: to }],
      ['MOVE', { headers: to }],
      ['LOCK', { body: LOCK }],
      ['PROPPATCH', { body: NOTE }],
    ] as const) {
      for (const path of [
        `${later}a.txt`,
        `${later}new.txt`,
        later,
        history,
        '/dav/.history/',
        '/dav/.history/none',
      ])
        expect([method, path, await statusOf(method, path, { as: ANN, ...options })]).toEqual([
          method,
          path,
          403,
        ]);
    }
    const into = { Destination: `${later}c.txt` };
    expect(await statusOf('COPY', '/dav/Diary%20of%20Ann/a.txt', { as: ANN, headers: into })).toBe(403);
    expect(await list(history, BEN)).toEqual([]);
  });

  it('is not listed at the root, where programs that read everything would read it too', async () => {
    expect((await list('/dav/', ANN)).filter((href) => href.includes('history'))).toEqual([]);
  });
});
