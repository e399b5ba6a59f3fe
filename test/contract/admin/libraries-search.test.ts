import { beforeAll, describe, expect, it } from 'vitest';
import { adminCalls, outcome, unreadable } from '../../support/admin-calls.ts';
import { useApp } from '../../support/running-app.ts';

const REFUSED = { status: 400, body: { error_msg: 'query invalid.' } };

const app = useApp();
const admin = adminCalls(app);

let photos: string;
let encrypted: string;
let department: number;

interface Found {
  readonly page_info: { readonly current_page: number; readonly has_next_page: boolean };
  readonly repo_list: readonly { readonly id: string; readonly name: string }[];
}

const search = async (query: string, more = ''): Promise<Found> => {
  const { json } = await admin.call('GET', `search-library/?query=${encodeURIComponent(query)}${more}`);
  return json as Found;
};
const namesOf = async (query: string) => (await search(query)).repo_list.map(({ name }) => name).sort();

beforeAll(async () => {
  await app().addUser('anna@example.com');
  department = await admin.makeDepartment('Sales');
  photos = await admin.makeLibrary('Summer PHOTOS', 'anna@example.com');
  encrypted = await admin.makeEncryptedLibrary('Secret photos');
  await admin.makeLibrary('Photos of Sales', `${department}@service_group`);
  await admin.makeLibrary('ÜBERSICHT äöü');
  await admin.makeLibrary('100% _real_ "quoted" it\'s -- here');
});

describe('GET /api/v2.1/admin/search-library/', () => {
  it('finds names that hold the words in any letter case, whoever owns the library', async () => {
    const { status, json } = await admin.call('GET', 'search-library/?query=summer+photos');
    expect(status).toBe(200);
    expect(json).toEqual({
      page_info: { current_page: 1, has_next_page: false },
      repo_list: [
        {
          id: photos,
          name: 'Summer PHOTOS',
          owner_email: 'anna@example.com',
          owner_name: 'anna',
          owner_contact_email: 'anna@example.com',
          size: 0,
          encrypted: false,
          file_count: 0,
          status: 'normal',
        },
      ],
    });
    expect(await namesOf('photos')).toEqual(['Photos of Sales', 'Secret photos', 'Summer PHOTOS']);
    expect(await namesOf('übersicht ÄÖÜ')).toEqual(['ÜBERSICHT äöü']);
  });

  it('says what kind of library it found', async () => {
    expect((await search('of sales')).repo_list).toEqual([
      {
        id: expect.any(String),
        name: 'Photos of Sales',
        owner_email: `${department}@service_group`,
        owner_name: 'Sales',
        owner_contact_email: '',
        size: 0,
        encrypted: false,
        file_count: 0,
        status: 'normal',
      },
    ]);
    expect((await search('secret')).repo_list).toEqual([
      expect.objectContaining({ id: encrypted, encrypted: true, owner_email: 'admin@example.com' }),
    ]);
  });

  it('finds a library by the beginning of its id', async () => {
    expect((await search(photos)).repo_list).toEqual([expect.objectContaining({ id: photos })]);
    expect((await search(photos.slice(0, 13))).repo_list.map(({ id }) => id)).toContain(photos);
    expect((await search(photos.slice(9))).repo_list).toEqual([]);
  });

  it('takes every character literally', async () => {
    const odd = '100% _real_ "quoted" it\'s -- here';
    for (const query of ['%', '_', '"', "'", '--', '% _', `"quoted" it's`]) {
      expect([query, await namesOf(query)]).toEqual([query, [odd]]);
    }
    for (const query of ['%_\'"--', "' OR 1=1 --", '*', '.', '\\', '%25']) {
      expect([query, await namesOf(query)]).toEqual([query, []]);
    }
  });

  it('begins with what changed last', async () => {
    const first = await admin.makeLibrary('Order one');
    const second = await admin.makeLibrary('Order two');
    const all = await admin.allLibraries();
    const expected = all.filter(({ id }) => id === first || id === second).map(({ id }) => id);
    expect((await search('order')).repo_list.map(({ id }) => id)).toEqual(expected);
  });

  it('gives every match unless a page is asked for, then 25 of them', async () => {
    const names = Array.from({ length: 26 }, (_, number) => `Paged ${number}`);
    await Promise.all(names.map((name) => admin.makeLibrary(name)));
    const everything = await search('paged');
    expect(everything.page_info).toEqual({ current_page: 1, has_next_page: false });
    expect(everything.repo_list.length).toBe(26);
    const [first, second] = [await search('paged', '&page=1'), await search('paged', '&page=2')];
    expect([first.repo_list.length, first.page_info]).toEqual([25, { current_page: 1, has_next_page: true }]);
    expect([second.repo_list.length, second.page_info]).toEqual([
      1,
      { current_page: 2, has_next_page: false },
    ]);
    const ids = [...first.repo_list, ...second.repo_list].map(({ id }) => id);
    expect(ids).toEqual(everything.repo_list.map(({ id }) => id));
    expect((await search('paged', '&per_page=7')).repo_list.length).toBe(7);
    expect((await search('paged', '&page=0&per_page=0')).repo_list.length).toBe(25);
    expect(await search('paged', '&page=99')).toEqual({
      page_info: { current_page: 99, has_next_page: false },
      repo_list: [],
    });
  });

  it('does not find what was deleted', async () => {
    const id = await admin.makeLibrary('Vanishing');
    await admin.deleteLibrary(id);
    expect(await namesOf('vanishing')).toEqual([]);
    expect((await search(id)).repo_list).toEqual([]);
  });

  it('refuses a question without words, and one asked twice', async () => {
    for (const query of ['', '?query=', '?query=%20%20', '?query=a&query=b']) {
      expect([query, outcome(await admin.call('GET', `search-library/${query}`))]).toEqual([query, REFUSED]);
    }
  });

  it('refuses a question longer than any name', async () => {
    expect(await namesOf('a'.repeat(255))).toEqual([]);
    expect(outcome(await admin.call('GET', `search-library/?query=${'a'.repeat(256)}`))).toEqual(REFUSED);
  });

  it('refuses what is no text', async () => {
    for (const value of ['%ff', '%00', '%zz', 'a%c0%af']) {
      const { status, json } = await admin.call('GET', `search-library/?query=${value}`);
      expect([value, status, json]).toEqual([value, 400, unreadable('query')]);
    }
  });
});
