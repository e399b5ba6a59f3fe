import { describe, expect, it } from 'vitest';
import { syncAsker, syncDevice } from '../../../support/sync-device.ts';
import { ADMIN_EMAIL, ANNA_EMAIL } from '../http-world.ts';
import { ADMIN, ANNA, syncWorld } from './sync-world.ts';

const FIRST = { 'plan.txt': 'plan' };

/** A library of Anna's with the folder `/work`, and a device that syncs no more than that. */
async function folderWorld() {
  const world = await syncWorld();
  const { services, device, id, origin, tokenOf } = world;
  await device.push({ work: FIRST, private: { 'diary.txt': 'diary' } }, await device.head());
  const folder = await services.folderLibraries.open(ANNA, id, { path: '/work', name: 'work' });
  const deviceOfFolder = (email: string) =>
    syncDevice(syncAsker(origin, tokenOf(email, folder)), folder, email);
  const namesIn = async (path: string) => {
    const { listing } = await services.libraryItems.list(ANNA, id, path);
    return listing.dirents.map(({ name }) => name);
  };
  const push = async (files: Record<string, string>, onto?: string) => {
    const small = deviceOfFolder(ANNA_EMAIL);
    const parent = (onto ?? (await small.head())) as Awaited<ReturnType<typeof small.head>>;
    return small.push(files, parent, { libraryName: 'work' });
  };
  return { ...world, folder, small: deviceOfFolder(ANNA_EMAIL), deviceOfFolder, namesIn, push };
}

describe('a device that syncs one folder', () => {
  it('has its commit taken as it is, and the library around it has the files', async () => {
    const { small, push, namesIn, id, library, journal } = await folderWorld();
    const { commit, answer } = await push({ ...FIRST, 'new.txt': 'new' });
    expect(answer.status).toBe(200);
    expect(await small.head()).toBe(commit.id);
    expect(await namesIn('/work')).toEqual(['new.txt', 'plan.txt']);
    expect(await namesIn('/private')).toEqual(['diary.txt']);
    expect(journal.lastHeadOf(id)?.head_commit_id).toBe(library().headId);
  });

  it('is brought together with what was changed in the library meanwhile', async () => {
    const { small, device, push, namesIn } = await folderWorld();
    const old = await small.head();
    const tree = { work: { ...FIRST, 'outside.txt': 'outside' }, private: { 'diary.txt': 'diary' } };
    await device.push(tree, await device.head());
    expect(await small.head()).not.toBe(old);
    const { commit } = await push({ ...FIRST, 'inside.txt': 'inside' }, old);
    expect(await small.head()).not.toBe(commit.id);
    expect(await namesIn('/work')).toEqual(['inside.txt', 'outside.txt', 'plan.txt']);
  });

  it('keeps what both have changed, under a name of its own', async () => {
    const { small, device, push, namesIn } = await folderWorld();
    const old = await small.head();
    await device.push({ work: { 'plan.txt': 'outside' } }, await device.head());
    await push({ 'plan.txt': 'inside' }, old);
    expect(await namesIn('/work')).toEqual([expect.stringMatching(/^plan \(SFConflict /), 'plan.txt']);
  });

  it('stays with the folder as the merge left it, where one renames it and another changes it', async () => {
    const { device, push, namesIn, services, folder, small } = await folderWorld();
    const old = await device.head();
    await push({ ...FIRST, 'new.txt': 'new' });
    await device.push({ job: FIRST, private: { 'diary.txt': 'diary' } }, old);
    const { library } = services.libraries.find(ANNA, folder);
    const names = (await namesIn(library.origin?.path ?? '')).sort();
    expect(names).toContain('new.txt');
    const tree = Object.fromEntries(names.map((name) => [name, name === 'new.txt' ? 'new' : 'plan']));
    expect((await push({ ...tree, 'last.txt': 'last' })).answer.status).toBe(200);
    expect(await namesIn(library.origin?.path ?? '')).toContain('last.txt');
    expect((await small.ask('GET', '/commit/HEAD')).status).toBe(200);
  });

  it('gets no commit of the library around it, though that is no secret, and none by it', async () => {
    const { small, device, library } = await folderWorld();
    const { headId } = library();
    expect((await device.ask('GET', `/commit/${headId}`)).status).toBe(200);
    expect((await small.ask('GET', `/commit/${headId}`)).status).toBe(404);
    expect((await small.ask('GET', `/fs-id-list/?server-head=${headId}`)).status).toBe(500);
    const own = await small.head();
    const list = await small.ask('GET', `/fs-id-list/?server-head=${own}&client-head=${headId}`);
    expect(JSON.parse(list.text)).toHaveLength(2);
    expect((await small.putHead(headId)).status).toBe(404);
    expect(await small.head()).toBe(own);
  });

  it('is refused changes where it may only read', async () => {
    const { deviceOfFolder, services, folder } = await folderWorld();
    const share = { email: ADMIN_EMAIL, permission: 'r', isAdmin: false } as const;
    services.shares.shareWithUser(ANNA, folder, share);
    const reader = deviceOfFolder(ADMIN_EMAIL);
    const { answer } = await reader.push({ 'x.txt': 'x' }, await reader.head());
    expect(answer.status).toBe(403);
    services.shares.endUserShare(ANNA, folder, ADMIN.email);
    expect((await reader.ask('GET', '/commit/HEAD')).status).toBe(403);
  });

  it('is told that it is gone when the folder is, and when the library is', async () => {
    const { small, device, services, id, push } = await folderWorld();
    await device.push({ private: {} }, await device.head());
    expect((await small.ask('GET', '/commit/HEAD')).status).toBe(444);
    await device.push({ private: {}, work: FIRST }, await device.head());
    expect((await small.ask('GET', '/commit/HEAD')).status).toBe(200);
    expect((await push({ 'again.txt': 'again' })).answer.status).toBe(200);
    await services.libraries.remove(ANNA, id);
    expect((await small.ask('GET', '/commit/HEAD')).status).toBe(444);
  });
});
