import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpWorld, httpWorld } from '../http-world.ts';

let world: HttpWorld;

beforeAll(async () => {
  world = await httpWorld();
});

afterAll(() => world.close());

async function ask(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const url = `/api/local/v1/folders/f1/${path}`;
  const { status, body } = await world.call(world.adminToken, {
    method,
    url,
    ...(payload ? { payload } : {}),
  });
  return { status, body };
}

const missing = (field: string) => ({
  status: 400,
  body: { error_code: 'argument-missing', error_msg: `The value of “${field}” is missing.`, field },
});

describe('what a person decides about a linked folder', () => {
  it('is where it is', async () => {
    expect(await ask('POST', 'relink/', { path: '/new', force: true })).toMatchObject({
      status: 200,
      body: { id: 'f1', path: '/new' },
    });
    expect(await ask('POST', 'relink/', { force: true })).toEqual(missing('path'));
    expect(await ask('POST', 'relink/', { path: '/new', force: 'perhaps' })).toMatchObject({ status: 400 });
  });

  it('is for how long it rests', async () => {
    expect((await ask('POST', 'pause/')).body).toMatchObject({ state: 'paused', resume_at: 0 });
    expect((await ask('POST', 'pause/', { for_seconds: 60 })).body).toMatchObject({ resume_at: 60 });
    for (const for_seconds of ['soon', 1.5, [60], null]) {
      const { status } = await ask('POST', 'pause/', { for_seconds });
      expect([for_seconds, status]).toEqual([for_seconds, for_seconds === null ? 200 : 400]);
    }
  });

  it('is which patterns it leaves out', async () => {
    expect(await ask('GET', 'ignore/')).toEqual({
      status: 200,
      body: { text: '', defaults: '*~', offered: null },
    });
    expect((await ask('PUT', 'ignore/', { text: '*.log' })).body).toMatchObject({ text: '*.log' });
    expect((await ask('POST', 'ignore/agree/', { text: '*.c' })).body).toMatchObject({ text: '*.c' });
    expect(await ask('POST', 'ignore/agree/', {})).toEqual(missing('text'));
    expect((await ask('PUT', 'ignore/', { text: '' })).body).toMatchObject({ text: '' });
    expect(await ask('PUT', 'ignore/', {})).toEqual(missing('text'));
    expect(await ask('POST', 'ignore/preview/', {})).toEqual(missing('text'));
    expect((await ask('PUT', 'ignore/', { text: 'x'.repeat(1024 * 1024) })).status).toBe(413);
  });

  it('is which sub-folders are here', async () => {
    expect((await ask('GET', 'subfolders/?path=a')).body).toEqual([
      { name: 'b', path: 'a/b', excluded: false, files: 1, bytes: 2 },
    ]);
    expect((await ask('GET', 'subfolders/')).body).toMatchObject([{ path: '/b' }]);
    expect((await ask('PUT', 'excluded/', { paths: ['a', 'b/c'] })).body).toMatchObject({
      excluded: ['a', 'b/c'],
    });
    expect((await ask('PUT', 'excluded/', { paths: [] })).body).toMatchObject({ excluded: [] });
    expect(await ask('PUT', 'excluded/', {})).toEqual(missing('paths'));
  });

  it('follows from what it did', async () => {
    expect(await ask('GET', 'activity/?limit=5')).toEqual({
      status: 200,
      body: { entries: [], begins_at: 1_714_564_800 },
    });
    for (const limit of ['0', '-1', 'all', '1.5']) {
      expect([limit, (await ask('GET', `activity/?limit=${limit}`)).status]).toEqual([limit, 400]);
    }
  });
});
