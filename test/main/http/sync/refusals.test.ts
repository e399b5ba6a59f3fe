import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodeCommit } from '../../../../src-main/core/objects/commit.ts';
import { EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { builtTree, packOf } from '../../../support/sync-device.ts';
import { ADMIN_EMAIL, ANNA_EMAIL } from '../http-world.ts';
import { ADMIN, ANNA, syncWorld } from './sync-world.ts';

type World = Awaited<ReturnType<typeof syncWorld>>;

const HELLO = Buffer.from('hello');

function stored(world: World): number {
  return [...world.objects.library(world.id).list()].length;
}

/** A dir object spelled as clients spell them, whatever it holds. */
function dirText(...rows: readonly string[]): Buffer {
  const id = '4226e5b3d7da1a4575241f9501f9882aee9b5ea9';
  const dirents = rows.map(
    (name) => `{"id": "${id}", "mode": 33188, "modifier": "", "mtime": 1, "name": ${name}, "size": 6}`,
  );
  return Buffer.from(`{"dirents": [${dirents.join(', ')}], "type": 3, "version": 1}`);
}

function record(bytes: Buffer, id: string = objectIdOf(bytes)): Buffer {
  return packOf([[id, bytes]]);
}

describe('a token', () => {
  const routes = [
    ['GET', '/commit/HEAD'],
    ['PUT', `/commit/HEAD/?head=${'a'.repeat(40)}`],
    ['GET', `/commit/${'a'.repeat(40)}`],
    ['PUT', `/commit/${'a'.repeat(40)}`],
    ['GET', '/permission-check/?op=upload'],
    ['GET', `/fs-id-list/?server-head=${'a'.repeat(40)}`],
    ['POST', '/pack-fs/'],
    ['POST', '/check-fs/'],
    ['POST', '/recv-fs/'],
    ['POST', '/check-blocks/'],
    ['GET', `/block/${'a'.repeat(40)}`],
    ['PUT', `/block/${'a'.repeat(40)}`],
    ['GET', `/block-map/${'a'.repeat(40)}`],
    ['GET', '/quota-check/?delta=1'],
  ] as const;

  it('is needed, has to be known, and opens its own library alone', async () => {
    const world = await syncWorld();
    const { askAs, tokenOf, id, services } = world;
    const other = await services.libraries.create(ANNA, { name: 'Other' });
    const before = stored(world);
    const tokens = [
      [null, 400],
      ['', 400],
      ['nonsense', 403],
      ['f'.repeat(40), 403],
      [tokenOf(ANNA_EMAIL, other.view.library.id), 403],
      [tokenOf(ADMIN_EMAIL), 403],
      [world.annaToken, 403],
    ] as const;
    for (const [token, status] of tokens) {
      for (const [method, path] of routes) {
        const body = method === 'GET' || path.includes('HEAD') ? undefined : HELLO;
        const answer = await askAs(token)(method, `/repo/${id}${path}`, body);
        expect([token, method, path, answer.status]).toEqual([token, method, path, status]);
      }
    }
    expect(stored(world)).toBe(before);
  });

  it('of the API opens nothing here, whatever header it comes in', async () => {
    const { askAs, id, annaToken } = await syncWorld();
    const headers = { Authorization: `Token ${annaToken}` };
    expect((await askAs(null)('GET', `/repo/${id}/commit/HEAD`, undefined, headers)).status).toBe(403);
  });

  it('ends at once when it is revoked', async () => {
    const { device, syncTokens, id } = await syncWorld();
    expect((await device.ask('GET', '/commit/HEAD')).status).toBe(200);
    syncTokens.revokeForLibrary(id);
    expect((await device.ask('GET', '/commit/HEAD')).status).toBe(403);
  });

  it('ends with the share that it came by, and brings nothing by a share that only reads', async () => {
    const { deviceOf, services, id } = await syncWorld();
    const device = deviceOf(ADMIN_EMAIL);
    expect((await device.ask('GET', '/commit/HEAD')).status).toBe(403);
    const share = { email: ADMIN_EMAIL, permission: 'r', isAdmin: false } as const;
    services.shares.shareWithUser(ANNA, id, share);
    const base = await device.head();
    for (const [method, path] of routes) {
      const isWriting = method === 'PUT' || path.includes('recv-fs') || path.includes('op=upload');
      if (!isWriting) continue;
      const body = method === 'GET' || path.includes('HEAD') ? undefined : HELLO;
      expect([path, (await device.ask(method, path, body)).status]).toEqual([path, 403]);
    }
    expect(await device.head()).toBe(base);
    services.shares.endUserShare(ANNA, id, ADMIN_EMAIL);
    expect((await device.ask('GET', '/commit/HEAD')).status).toBe(403);
  });
});

describe('a library that is gone', () => {
  it('is told to be deleted where clients then forget it, and only when that is on record', async () => {
    const { device, services, id, askAs, tokenOf } = await syncWorld();
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await askAs(tokenOf(ANNA_EMAIL))('GET', `/repo/${unknown}/commit/HEAD`)).status).toBe(403);
    await services.libraries.remove(ANNA, id);
    const statusOf = async (path: string) => (await device.ask('GET', path)).status;
    expect(await statusOf('/commit/HEAD')).toBe(444);
    expect(await statusOf('/permission-check/?op=download')).toBe(444);
    expect(await statusOf(`/commit/${'a'.repeat(40)}`)).toBe(403);
    expect(await statusOf('/quota-check/?delta=1')).toBe(403);
    expect((await askAs(null)('GET', `/repo/${id}/commit/HEAD`)).status).toBe(400);
    await services.deletedLibraries.purge(ANNA, id);
    expect(await statusOf('/commit/HEAD')).toBe(444);
  });
});

describe('a library whose record has forgotten its head', () => {
  it('shows no older one: clients would bring it into every folder', async () => {
    const { device, journal, library, id } = await syncWorld();
    const { name, owner, headId: prev } = library();
    const head_commit_id = device.commitOf(EMPTY_ID, prev).id;
    await journal.append([{ type: 'head', at_s: 1, library_id: id, head_commit_id, prev, name, owner }]);
    const statusOf = async (path: string) => (await device.ask('GET', path)).status;
    expect(await statusOf('/commit/HEAD')).toBe(445);
    expect(await statusOf('/permission-check/?op=download')).toBe(445);
    expect((await device.putHead('a'.repeat(40))).status).toBe(445);
  });
});

describe('objects that are not what they should be', () => {
  it('are not stored when a pack is cut, empty, has leftovers or cannot be inflated', async () => {
    const world = await syncWorld();
    const before = stored(world);
    const whole = record(dirText('"a"'));
    const bomb = deflateSync(Buffer.alloc(160 * 1024 * 1024));
    const header = (length: number) => {
      const bytes = Buffer.alloc(44, 'a');
      bytes.writeUInt32BE(length, 40);
      return bytes;
    };
    const packs = [
      Buffer.alloc(0),
      whole.subarray(0, 43),
      whole.subarray(0, -1),
      Buffer.concat([whole, Buffer.from('x')]),
      Buffer.concat([whole, header(4), Buffer.from('junk')]),
      header(0xffff_ffff),
      Buffer.concat([header(bomb.length), bomb]),
      record(dirText('"a"'), 'A'.repeat(40)),
    ];
    for (const [number, pack] of packs.entries()) {
      const { status } = await world.device.ask('POST', '/recv-fs/', pack);
      expect([number, status]).toEqual([number, 400]);
    }
    expect(stored(world)).toBe(before);
  });

  it('are not stored when the id is not theirs, or the spelling or order not that of clients', async () => {
    const world = await syncWorld();
    const before = stored(world);
    const file = (text: string) => Buffer.from(text);
    const block = 'f572d396fae9206628714fb2ce00f72e94f2258f';
    const bad: readonly Buffer[] = [
      record(dirText('"a"'), 'b'.repeat(40)),
      record(dirText('"a"', '"b"')),
      record(dirText('"a"', '"a"')),
      record(dirText('""')),
      record(dirText('"."')),
      record(dirText('".."')),
      record(dirText('"a/b"')),
      record(dirText('"a\\u0000b"')),
      record(dirText('"\\ud800"')),
      record(dirText(`"${'x'.repeat(256)}"`)),
      record(dirText('"b"', '"a"').subarray(0, -1)),
      record(file(`{"block_ids":["${block}"],"size":6,"type":1,"version":1}`)),
      record(file(`{"block_ids": ["${block}"], "size": -6, "type": 1, "version": 1}`)),
      record(file(`{"block_ids": ["x"], "size": 6, "type": 1, "version": 1}`)),
      record(file(`{"block_ids": [], "size": 0, "type": 1, "version": 1}`)),
      record(file('no json')),
      record(dirText()),
    ];
    for (const [number, pack] of bad.entries()) {
      const { status } = await world.device.ask('POST', '/recv-fs/', pack);
      expect([number, status]).toEqual([number, 400]);
    }
    // A good one beside a bad one is not kept either.
    const mixed = Buffer.concat([record(dirText('"a"')), record(dirText('".."'))]);
    expect((await world.device.ask('POST', '/recv-fs/', mixed)).status).toBe(400);
    expect(stored(world)).toBe(before);
    expect((await world.device.ask('POST', '/recv-fs/', record(dirText('"b"', '"a"')))).status).toBe(200);
  });

  it('are not stored as blocks under an id that is not theirs, nor empty', async () => {
    const world = await syncWorld();
    const before = stored(world);
    const { device } = world;
    expect((await device.ask('PUT', `/block/${'a'.repeat(40)}`, HELLO)).status).toBe(400);
    expect((await device.ask('PUT', `/block/${objectIdOf('')}`, '')).status).toBe(400);
    expect(stored(world)).toBe(before);
    expect((await device.ask('PUT', `/block/${objectIdOf(HELLO)}/`, HELLO)).status).toBe(200);
    expect((await device.ask('PUT', `/block/${objectIdOf(HELLO)}`, HELLO)).status).toBe(200);
  });

  it('are not stored as commits under another id, of another library, or with words changed', async () => {
    const world = await syncWorld();
    const before = stored(world);
    const { device, services } = world;
    const other = await services.libraries.create(ANNA, { name: 'Other' });
    const parent = await device.head();
    const commit = device.commitOf(EMPTY_ID, parent);
    const put = async (id: string, bytes: Uint8Array) =>
      (await device.ask('PUT', `/commit/${id}`, bytes)).status;
    expect(await put('a'.repeat(40), encodeCommit(commit))).toBe(400);
    expect(await put(commit.id, encodeCommit({ ...commit, libraryId: other.view.library.id }))).toBe(400);
    expect(await put(commit.id, encodeCommit({ ...commit, authorEmail: 'bob@example.com' }))).toBe(400);
    expect(await put(commit.id, Buffer.from('{}'))).toBe(400);
    expect(await put(commit.id, Buffer.from('no json'))).toBe(400);
    expect(await put(commit.id, Buffer.alloc(0))).toBe(400);
    expect(stored(world)).toBe(before);
    expect(await put(commit.id, encodeCommit(commit))).toBe(200);
    expect(await put(commit.id, encodeCommit(commit))).toBe(200);
    // Parents are not covered by the id; what is stored stays.
    expect(await put(commit.id, encodeCommit({ ...commit, parentId: commit.id }))).toBe(409);
    expect((await device.ask('GET', `/commit/${commit.id}`)).text).toBe(encodeCommit(commit).toString());
  });
});

describe('lists that are too long or no lists', () => {
  it('are refused', async () => {
    const { device, askAs, id } = await syncWorld();
    const long = JSON.stringify(Array.from({ length: 10_001 }, () => 'a'.repeat(40)));
    const bodies = [
      [long, 400],
      ['x'.repeat(1024 * 1024 + 1), 413],
      ['no json', 400],
      ['{}', 400],
      ['[1]', 400],
      ['null', 400],
      ['', 400],
    ] as const;
    for (const [body, status] of bodies) {
      for (const path of ['/check-fs/', '/check-blocks/', '/pack-fs/']) {
        const answer = await device.ask('POST', path, body);
        expect([path, body.slice(0, 9), answer.status]).toEqual([path, body.slice(0, 9), status]);
      }
    }
    const heads = async (body: string) =>
      (await askAs(null)('POST', '/repo/head-commits-multi/', body)).status;
    expect(await heads(long)).toBe(413);
    expect(await heads(JSON.stringify(Array.from({ length: 1_001 }, () => id)))).toBe(400);
    expect(await heads(JSON.stringify(Array.from({ length: 1_000 }, () => id)))).toBe(200);
    for (const body of ['no json', '{}', '[1]', 'null', '']) expect(await heads(body)).toBe(400);
    expect((await device.ask('POST', '/check-fs/', '["not an id"]')).status).toBe(400);
  });

  it('are refused as commits and blocks beyond their limits, before they are read', async () => {
    const { device } = await syncWorld();
    const large = Buffer.alloc(256 * 1024 + 1);
    expect((await device.ask('PUT', `/commit/${'a'.repeat(40)}`, large)).status).toBe(413);
  });
});

describe('a hostile tree', () => {
  it('that doubles at each level is refused before anybody counts it', async () => {
    const { device, library } = await syncWorld();
    const leaf = builtTree({ a: 'x' }, ANNA_EMAIL);
    await device.bring(leaf);
    let id: string = leaf.rootId;
    for (let level = 0; level < 40; level += 1) {
      const rows = ['b', 'a'].map((name) => `{"id": "${id}", "mode": 16384, "mtime": 1, "name": "${name}"}`);
      const text = Buffer.from(`{"dirents": [${rows.join(', ')}], "type": 3, "version": 1}`);
      await device.ask('POST', '/recv-fs/', record(text));
      id = objectIdOf(text);
    }
    const before = library().headId;
    const commit = device.commitOf(id as typeof EMPTY_ID, before);
    await device.putCommit(commit);
    expect(await device.putHead(commit.id)).toMatchObject({
      status: 403,
      text: expect.stringMatching(/^Too many files in library\. /),
    });
    expect(library().headId).toBe(before);
  });

  it('that takes a file for a folder is refused', async () => {
    const { device, library } = await syncWorld();
    const tree = builtTree({ a: 'x' }, ANNA_EMAIL);
    await device.bring(tree);
    const [fileId] = [...tree.fs.keys()];
    const before = library().headId;
    const commit = device.commitOf(fileId ?? EMPTY_ID, before);
    await device.putCommit(commit);
    expect((await device.putHead(commit.id)).status).toBe(403);
    expect(library().headId).toBe(before);
  });
});

it('administrators reach no library by a token of theirs that nobody shared with them', async () => {
  const { deviceOf } = await syncWorld();
  expect((await deviceOf(ADMIN.email).ask('GET', '/commit/HEAD')).status).toBe(403);
});
