import { expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

async function withFile() {
  const world = await libraryWorld();
  const libraryId = await world.addLibrary();
  await world.commit(libraryId, await world.put(libraryId, '/work/plan.txt', 'plan'));
  const codeOf = async (work: () => unknown) => (await refusalOf(work)).code;
  const plan = { libraryId, path: '/work/plan.txt', isDir: false };
  return { world, libraryId, plan, links: world.smartLinks, codeOf };
}

it('an item has one address, also where another asks for it', async () => {
  const { world, libraryId, plan, links } = await withFile();
  world.shares.shareWithUser(ANNA, libraryId, { email: BERT.email, permission: 'r', isAdmin: false });
  const { token, name } = await links.tokenOf(ANNA, plan);
  expect(name).toBe('plan.txt');
  expect(await links.tokenOf(BERT, plan)).toEqual({ token, name });
});

it('an address leads to where its item was moved', async () => {
  const { world, libraryId, plan, links } = await withFile();
  const { token } = await links.tokenOf(ANNA, plan);
  await world.commit(libraryId, { op: 'move', from: '/work', to: '/job' });
  expect(links.open(ANNA, token)).toEqual({ ...plan, path: '/job/plan.txt' });
});

it('an address opens nothing for who does not reach the library, and is no way to look into it', async () => {
  const { plan, links, codeOf } = await withFile();
  const { token } = await links.tokenOf(ANNA, plan);
  expect(await codeOf(() => links.open(BERT, token))).toBe('permission-denied');
  expect(await codeOf(() => links.tokenOf(BERT, { ...plan, path: '/nothing' }))).toBe('permission-denied');
  expect(await codeOf(() => links.open(ANNA, 'no-token'))).toBe('link-not-found');
});

it('there is none of what is not there, or is something else', async () => {
  const { plan, links, codeOf } = await withFile();
  expect(await codeOf(() => links.tokenOf(ANNA, { ...plan, path: '/nothing' }))).toBe('file-not-found');
  expect(await codeOf(() => links.tokenOf(ANNA, { ...plan, isDir: true }))).toBe('folder-not-found');
});
