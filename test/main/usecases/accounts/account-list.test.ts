import { expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

it('the list of accounts says how many libraries each has, how large they are, and how many devices sync', async () => {
  const world = await libraryWorld();
  const { accountList, libraries } = world;
  const papers = await world.addLibrary('Papers');
  await world.commit(papers, await world.put(papers, '/a.txt', 'seven b'));
  await world.addLibrary('Photos');
  libraries.issueSyncToken(ANNA, papers);
  expect(accountList.page(ADMIN, '', { page: 1, perPage: 10 })).toMatchObject({
    rows: [
      { user: { email: ADMIN.email }, libraryCount: 0, bytes: 0, deviceCount: 0 },
      { user: { email: ANNA.email }, libraryCount: 2, bytes: 7, deviceCount: 0 },
      { user: { email: BERT.email }, libraryCount: 0, bytes: 0, deviceCount: 0 },
    ],
    totalCount: 3,
  });
  expect(accountList.page(ADMIN, 'BERT', { page: 1, perPage: 10 })).toMatchObject({
    rows: [{ user: { email: BERT.email } }],
    totalCount: 1,
  });
  expect(accountList.find(ADMIN, ANNA.email)).toMatchObject({ libraryCount: 2, bytes: 7 });
});

it('the list of accounts is for administrators', async () => {
  const { accountList } = await libraryWorld();
  const code = async (work: () => unknown) => (await refusalOf(work)).code;
  expect(await code(() => accountList.page(ANNA, '', { page: 1, perPage: 10 }))).toBe('permission-denied');
  expect(await code(() => accountList.find(ANNA, ANNA.email))).toBe('permission-denied');
  expect(await code(() => accountList.find(ADMIN, 'nobody@example.com'))).toBe('user-not-found');
});
