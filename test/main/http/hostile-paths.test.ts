import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { form, type HttpWorld, httpWorld } from './http-world.ts';

const REFUSED = [
  '..',
  '/..',
  '/../',
  '/a/../b',
  '/./a',
  'a',
  '\\',
  'C:\\x',
  '\\\\server\\share',
  '//../x',
  `/${'a'.repeat(4097)}`,
];
/** Sent as they are: an encoding inside an encoding is a name like any other, and names nothing here. */
const ABSENT = ['/%2e%2e/x', '/..%2fx', '/....//x', '/a:b', '/\u202e', '/a\\b', '/..\\..\\x'];
const UNREADABLE = ['%00', '/%00', '/%c0%ae%c0%ae', '/%ff', '/%ed%a0%80'];

let world: HttpWorld;
let id: string;

beforeAll(async () => {
  world = await httpWorld();
  const made = await world.call(world.adminToken, {
    method: 'POST',
    url: '/api/v2.1/admin/libraries/',
    ...form({ name: 'Paths' }),
  });
  id = (made.body as { id: string }).id;
});

afterAll(() => world.close());

/** Every place that takes a path in its query. */
const places = () => [
  `/api/v2.1/admin/libraries/${id}/dirents/?parent_dir=`,
  `/api/v2.1/admin/libraries/${id}/dirent/?path=`,
  `/api/v2.1/repos/${id}/trash/?path=`,
  `/api/local/v1/libraries/${id}/entries/?path=`,
];

const statusOf = async (url: string) => (await world.call(world.adminToken, { url })).status;

describe('paths', () => {
  it('that leave their library are refused everywhere', async () => {
    for (const place of places()) {
      for (const path of REFUSED) {
        expect([place, path, await statusOf(place + encodeURIComponent(path))]).toEqual([place, path, 400]);
      }
    }
  });

  it('that only look like it name nothing', async () => {
    for (const place of places()) {
      for (const path of ABSENT) {
        expect([place, path, await statusOf(place + encodeURIComponent(path))]).toEqual([place, path, 404]);
      }
    }
  });

  it('that are no text are refused before anything looks at them', async () => {
    for (const place of places()) {
      for (const raw of UNREADABLE)
        expect([place, raw, await statusOf(place + raw)]).toEqual([place, raw, 400]);
    }
  });

  it('must be there where an item is meant', async () => {
    expect(await statusOf(`/api/v2.1/admin/libraries/${id}/dirent/?path=`)).toBe(400);
    expect(await statusOf(`/api/v2.1/admin/libraries/${id}/dirent/?path=/a&path=/b`)).toBe(400);
  });
});
