import { hash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Commit } from '../../../../src-main/core/objects/commit.ts';
import { encodeDir } from '../../../../src-main/core/objects/dir-object.ts';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { builtTree, type SyncDevice } from '../../../support/sync-device.ts';
import { ANNA_EMAIL } from '../http-world.ts';
import { ANNA, syncWorld } from './sync-world.ts';

const TREE = { 'a.txt': 'hello', 'empty.txt': '', void: {}, docs: { 'b.txt': 'hello', 'c.txt': 'other' } };

describe('a device that fetches a library', () => {
  it('is told the version of the protocol, without a token', async () => {
    const { askAs } = await syncWorld();
    for (const path of ['/protocol-version', '/protocol-version/']) {
      const { status, text } = await askAs(null)('GET', path);
      expect([status, text]).toEqual([200, '{"version": 2}']);
    }
  });

  it('is told the head, with a slash at the end and without, and by either header', async () => {
    const { device, askAs, tokenOf, id, library } = await syncWorld();
    const wanted = `{"is_corrupted": 0, "head_commit_id": "${library().headId}"}`;
    expect((await device.ask('GET', '/commit/HEAD')).text).toBe(wanted);
    expect((await device.ask('GET', '/commit/HEAD/')).text).toBe(wanted);
    const authorization = { Authorization: `Token ${tokenOf(ANNA_EMAIL)}` };
    const answer = await askAs(null)('GET', `/repo/${id}/commit/HEAD`, undefined, authorization);
    expect(answer.text).toBe(wanted);
  });

  it('finds nothing to fetch in an empty library', async () => {
    const { device } = await syncWorld();
    expect((await device.ask('GET', `/fs-id-list/?server-head=${await device.head()}`)).text).toBe('[]');
  });

  it('is told every object of a tree but the empty ones, the root last', async () => {
    const { device } = await syncWorld();
    const { commit } = await device.push(TREE, await device.head());
    const ids = JSON.parse(
      (await device.ask('GET', `/fs-id-list/?server-head=${commit.id}`)).text,
    ) as string[];
    expect(new Set(ids)).toEqual(new Set(builtTree(TREE, ANNA_EMAIL).fs.keys()));
    expect(ids.at(-1)).toBe(commit.rootId);
    expect(ids).not.toContain(EMPTY_ID);
    const folders = await device.ask('GET', `/fs-id-list/?server-head=${commit.id}&dir-only=1`);
    expect(JSON.parse(folders.text)).toHaveLength(2);
  });

  it('is told only what is new against the commit that it has', async () => {
    const { device } = await syncWorld();
    const first = await device.push(TREE, await device.head());
    const second = await device.push({ ...TREE, 'new.txt': 'new' }, first.commit.id);
    const heads = `server-head=${second.commit.id}&client-head=${first.commit.id}`;
    const ids = JSON.parse((await device.ask('GET', `/fs-id-list/?${heads}`)).text) as string[];
    const [fileId] = [...builtTree({ 'new.txt': 'new' }, ANNA_EMAIL).fs.keys()];
    expect(ids).toEqual([fileId, second.commit.rootId]);
  });

  it('is told everything when nobody knows the commit that it has', async () => {
    const { device } = await syncWorld();
    const { commit } = await device.push(TREE, await device.head());
    const all = await device.ask('GET', `/fs-id-list/?server-head=${commit.id}`);
    const unknown = await device.ask(
      'GET',
      `/fs-id-list/?server-head=${commit.id}&client-head=${'a'.repeat(40)}`,
    );
    expect([unknown.status, unknown.text]).toEqual([200, all.text]);
  });

  it('is refused a list for no commit, and for one that is not there', async () => {
    const { device } = await syncWorld();
    expect((await device.ask('GET', '/fs-id-list/')).status).toBe(400);
    expect((await device.ask('GET', `/fs-id-list/?server-head=${'a'.repeat(40)}`)).status).toBe(500);
    expect((await device.ask('GET', `/commit/${'a'.repeat(40)}`)).status).toBe(404);
  });

  it('gets the objects it asks for in their order, one after the other', async () => {
    const { device } = await syncWorld();
    await device.push(TREE, await device.head());
    const { fs } = builtTree(TREE, ANNA_EMAIL);
    const { status, bytes } = await device.ask('POST', '/pack-fs/', JSON.stringify([...fs.keys()]));
    expect(status).toBe(200);
    let at = 0;
    for (const [id, text] of fs) {
      const end = at + 44 + bytes.readUInt32BE(at + 40);
      expect(bytes.toString('latin1', at, at + 40)).toBe(id);
      expect(inflateSync(bytes.subarray(at + 44, end)).toString()).toBe(text.toString());
      at = end;
    }
    expect(at).toBe(bytes.length);
  });

  it('gets about 1 MiB of objects at a time, and never a part of one', async () => {
    const { device } = await syncWorld();
    // Names that deflate badly, so that a few folders are enough.
    const folder = (part: number) =>
      Array.from({ length: 4_000 }, (_, file) => [hash('sha512', `${part} ${file}`), 'x'] as const);
    const big = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((part) => [`${part}`, Object.fromEntries(folder(part))]),
    );
    const { fs } = builtTree(big, ANNA_EMAIL);
    const folders = new Map([...fs].filter(([, text]) => text.length > 500_000));
    for (const one of folders) await device.bring({ fs: new Map([one]), blocks: new Map() });
    const { bytes } = await device.ask('POST', '/pack-fs/', JSON.stringify([...folders.keys()]));
    const record = 44 + bytes.readUInt32BE(40);
    expect(bytes.length).toBeGreaterThanOrEqual(1024 * 1024);
    expect(bytes.length).toBeLessThan(1024 * 1024 + 2 * record);
    expect(bytes.length).toBeLessThan(record * 5);
  });

  it('is refused a pack with an object that is not there', async () => {
    const { device } = await syncWorld();
    for (const id of ['a'.repeat(40), EMPTY_ID])
      expect((await device.ask('POST', '/pack-fs/', JSON.stringify([id]))).status).toBe(500);
  });

  it('gets blocks as they were brought, and the sizes of the blocks of a file', async () => {
    const { device } = await syncWorld();
    await device.push(TREE, await device.head());
    const { blocks, fs } = builtTree({ 'a.txt': 'hello' }, ANNA_EMAIL);
    const [blockId] = [...blocks.keys()];
    const [fileId] = [...fs.keys()];
    const block = await device.ask('GET', `/block/${blockId}`);
    expect([block.status, block.text]).toEqual([200, 'hello']);
    expect((await device.ask('GET', `/block-map/${fileId}`)).text).toBe('[5]');
    expect((await device.ask('GET', `/block-map/${'a'.repeat(40)}`)).status).toBe(404);
    expect((await device.ask('GET', `/block/${'a'.repeat(40)}`)).status).toBe(500);
  });

  it('is told which objects the server lacks, as often as it asks for them', async () => {
    const { device } = await syncWorld();
    await device.push(TREE, await device.head());
    const { fs, blocks } = builtTree(TREE, ANNA_EMAIL);
    const lost = 'f'.repeat(40);
    const fsIds = [lost, ...fs.keys(), EMPTY_ID, lost];
    expect((await device.ask('POST', '/check-fs/', JSON.stringify(fsIds))).text).toBe(
      `["${lost}","${lost}"]`,
    );
    const blockIds = [...blocks.keys(), lost];
    expect((await device.ask('POST', '/check-blocks', JSON.stringify(blockIds))).text).toBe(`["${lost}"]`);
    expect((await device.ask('POST', '/check-blocks/', '[]')).text).toBe('[]');
  });
});

describe('what needs no library of its own', () => {
  it('are heads of many libraries at once, those that are not there left out', async () => {
    const { askAs, id, library } = await syncWorld();
    const asked = JSON.stringify([id, '00000000-0000-4000-8000-000000000000', 'x']);
    const { status, text } = await askAs(null)('POST', '/repo/head-commits-multi/', asked);
    expect([status, text]).toEqual([200, `{"${id}":"${library().headId}"}`]);
  });

  it('are the libraries that the holder of a token reaches', async () => {
    const { askAs, tokenOf, id, library } = await syncWorld();
    const answer = await askAs(tokenOf(ANNA_EMAIL))('GET', `/accessible-repos/?repo_id=${id}`);
    expect(JSON.parse(answer.text)).toEqual([
      {
        version: 1,
        id,
        head_commit_id: library().headId,
        name: 'Papers',
        mtime: library().updatedAtSeconds,
        permission: 'rw',
        type: 'repo',
        owner: 'anna@example.com',
      },
    ]);
  });
});

describe('permission-check', () => {
  it('notes which device asks, and for what alone it can ask', async () => {
    const { askAs, syncTokens, tokenOf, id } = await syncWorld();
    const token = tokenOf(ANNA_EMAIL);
    const ask = (query: string) => askAs(token)('GET', `/repo/${id}/permission-check/?${query}`);
    expect(syncTokens.find(token)?.deviceId).toBe('');
    const deviceId = 'c'.repeat(40);
    const noted = await ask(`op=download&client_id=${deviceId}&client_name=My%20laptop`);
    expect([noted.status, noted.text]).toEqual([200, '']);
    expect(syncTokens.find(token)).toMatchObject({ deviceId, deviceName: 'My laptop', address: '127.0.0.1' });
    expect((await ask('op=upload')).status).toBe(200);
    expect((await ask('op=delete')).status).toBe(400);
    expect((await ask('')).status).toBe(400);
  });
});

/** A file of 13 bytes, filled up to 16 as encryption does. */
async function pushEncrypted(device: SyncDevice, changes: Partial<Commit> = {}): Promise<Commit> {
  const tree = builtTree({ 'a.txt': '16 cipher bytes.' }, ANNA_EMAIL, 3);
  await device.bring(tree);
  const commit = device.commitOf(tree.rootId, await device.head(), changes);
  await device.putCommit(commit);
  expect((await device.putHead(commit.id)).status).toBe(200);
  return commit;
}

describe('an encrypted library', () => {
  it('is synced without its password: the server sees ciphertext and plain sizes', async () => {
    const { services, deviceOf, objects } = await syncWorld();
    const { view } = await services.libraries.create(ANNA, { name: 'Papers', password: 'a long password' });
    const { id, encryption } = view.library;
    const device = deviceOf(ANNA_EMAIL, id);
    const head = await device.head();
    const served = await device.ask('GET', `/commit/${head}`);
    expect(JSON.parse(served.text)).toMatchObject({
      encrypted: 'true',
      enc_version: 2,
      magic: encryption?.magic,
    });
    const commit = await pushEncrypted(device, { encryption });
    const { library } = services.libraries.find(ANNA, id);
    expect(library).toMatchObject({ headId: commit.id, encryption, sizeBytes: 13 });
    expect(objects.library(id).has('commit', commit.id)).toBe(true);
  });

  it('keeps its keys when a device says others, and merges what the device brings', async () => {
    const { services, deviceOf } = await syncWorld();
    const { view } = await services.libraries.create(ANNA, { name: 'Papers', password: 'a long password' });
    const { id, encryption } = view.library;
    const device = deviceOf(ANNA_EMAIL, id);
    const commit = await pushEncrypted(device);
    expect(services.libraries.find(ANNA, id).library).toMatchObject({ encryption, fileCount: 1 });
    expect(await device.head()).not.toBe(commit.id);
  });
});

it('an empty folder is never brought: it has no object', () => {
  expect(encodeDir([]).id).toBe(EMPTY_ID);
});
