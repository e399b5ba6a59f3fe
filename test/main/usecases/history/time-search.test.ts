import { describe, expect, it, vi } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { SearchLimits, TimeSearchRequest } from '../../../../src-main/usecases/history/time-search.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { toldFile } from '../../../support/lying-files.ts';

const DAY = 86_400;
const REST = { rest: async () => undefined };

function request(words: string, more: Partial<TimeSearchRequest> = {}): TimeSearchRequest {
  return { words, parts: 'all', state: null, libraryId: null, place: null, ...more };
}

/** What is found, as `state path`; with a colon and the snippet where a text was found. */
async function found(world: LibraryWorld, words: string, more: Partial<TimeSearchRequest> = {}) {
  const { hits } = await world.timeSearch.find(ANNA, request(words, more));
  return hits.map(({ item, snippet }) => `${item.state} ${item.path}${snippet ? `: ${snippet.text}` : ''}`);
}

async function follow(world: LibraryWorld) {
  expect(await world.searchFollower.follow(REST)).toBe(true);
}

async function worldWith(...files: readonly (readonly [path: string, text: string])[]) {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  for (const [path, text] of files) await world.commit(id, await world.put(id, path, text));
  await follow(world);
  return { world, id };
}

/** Where the first hit can be opened, read back from there. */
async function contentOf(world: LibraryWorld, id: LibraryId, words: string) {
  const [hit] = (await world.timeSearch.find(ANNA, request(words))).hits;
  if (hit === undefined) return null;
  const { item, read } = await world.files.openForExport(ANNA, id, hit.item.path, hit.commitId);
  const parts: Buffer[] = [];
  if (item.kind === 'file') for await (const part of read(item)) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('a text that an earlier version took in', () => {
  it('is not read for its snippet where it is too large', async () => {
    const { world, id } = await worldWith(['/a.txt', 'needle']);
    const store = world.stores.objects.library(id);
    const blocks = ['needle', ...Array.from({ length: 40 }, () => Buffer.alloc(30_000, 'x'))];
    const large = await toldFile(store, '/large.bin', { blocks, rowBytes: 10 });
    await world.commit(id, large);
    world.db.prepare('UPDATE search_texts SET file_id = ?').run(large.op === 'put' ? large.dirent.id : '');
    const read = vi.spyOn(store, 'read');
    expect(await found(world, 'needle', { parts: 'text' })).toEqual([]);
    expect(read.mock.calls.map(([kind]) => kind)).toEqual(['fs']);
  });
});

describe('a search by name', () => {
  it('finds each word in any letter case, without accents and anywhere in the name', async () => {
    const { world } = await worldWith(['/Büro/Année 2024 REPORT.bin', 'x'], ['/other.bin', 'y']);
    expect(await found(world, 'report annee')).toEqual(['now /Büro/Année 2024 REPORT.bin']);
    expect(await found(world, 'buro')).toEqual(['now /Büro']);
    expect(await found(world, 'eport 202 missing')).toEqual([]);
  });

  it('finds one and two letters too', async () => {
    const { world } = await worldWith(['/ab.bin', 'x'], ['/cd.bin', 'y']);
    expect(await found(world, 'ab')).toEqual(['now /ab.bin']);
  });

  it('takes what the index has a meaning for as it is', async () => {
    const { world } = await worldWith(['/100% "sure" _it\'s -- AND.bin', 'x']);
    for (const words of ['100%', '"sure"', '%', "_it's", '--', 'AND'])
      expect(await found(world, words)).toEqual(['now /100% "sure" _it\'s -- AND.bin']);
    expect(await found(world, '"" OR name:')).toEqual([]);
  });

  it('puts the name itself first, then names that begin so', async () => {
    const { world } = await worldWith(['/plan', 'x'], ['/plan b', 'y'], ['/a plan', 'z']);
    expect(await found(world, 'plan')).toEqual(['now /plan', 'now /plan b', 'now /a plan']);
  });

  it('knows what a renamed file was called, and where it can be opened under that name', async () => {
    const { world, id } = await worldWith(['/draft.bin', 'one']);
    await world.commit(id, { op: 'move', from: '/draft.bin', to: '/final.bin' });
    await follow(world);
    expect(await found(world, 'draft')).toEqual(['older /draft.bin']);
    expect(await found(world, 'final')).toEqual(['now /final.bin']);
    expect(await contentOf(world, id, 'draft')).toBe('one');
  });

  it('knows what was in a deleted folder, and where it was before that folder was moved', async () => {
    const { world, id } = await worldWith(['/trip/italy/rome.bin', 'one']);
    await world.commit(id, { op: 'move', from: '/trip', to: '/journey' });
    await follow(world);
    expect(await found(world, 'rome')).toEqual(['now /journey/italy/rome.bin']);
    expect(await found(world, 'trip')).toEqual(['older /trip']);
    await world.commit(id, { op: 'remove', path: '/journey' });
    await follow(world);
    expect(await found(world, 'rome')).toEqual(['deleted /journey/italy/rome.bin']);
    expect(await found(world, 'italy')).toEqual(['deleted /journey/italy']);
    expect(await contentOf(world, id, 'rome')).toBe('one');
  });

  it('does not tell of the past of what is back', async () => {
    const { world, id } = await worldWith(['/a-note.bin', 'one']);
    await world.commit(id, { op: 'remove', path: '/a-note.bin' });
    await world.commit(id, await world.put(id, '/a-note.bin', 'one'));
    await follow(world);
    expect(await found(world, 'note')).toEqual(['now /a-note.bin']);
  });

  it('finds what has one of the states alone', async () => {
    const { world, id } = await worldWith(
      ['/note-1.bin', 'one'],
      ['/note-2.bin', 'two'],
      ['/note-3.bin', '3'],
    );
    await world.commit(id, { op: 'remove', path: '/note-1.bin' });
    await world.commit(id, { op: 'move', from: '/note-2.bin', to: '/else.bin' });
    await follow(world);
    expect(await found(world, 'note', { state: 'now' })).toEqual(['now /note-3.bin']);
    expect(await found(world, 'note', { state: 'older' })).toEqual(['older /note-2.bin']);
    expect(await found(world, 'note', { state: 'deleted' })).toEqual(['deleted /note-1.bin']);
  });

  it('goes on from page to page without losing or repeating anything', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const puts = Array.from({ length: 150 }, (_, at) => world.put(id, `/note-${at}.bin`, 'x'));
    await world.commit(id, ...(await Promise.all(puts)));
    await follow(world);
    const paths: string[] = [];
    let place: TimeSearchRequest['place'] = null;
    do {
      const page = await world.timeSearch.find(ANNA, request('note', { place }));
      paths.push(...page.hits.map(({ item }) => item.path));
      place = page.next;
    } while (place !== null);
    expect(paths).toHaveLength(150);
    expect(new Set(paths).size).toBe(150);
  });
});

describe('where something found is now', () => {
  /** As `state path > where it is now`. */
  async function nowOf(world: LibraryWorld, words: string, more: Partial<TimeSearchRequest> = {}) {
    const { hits } = await world.timeSearch.find(ANNA, request(words, more));
    return hits.map(({ item, nowPath }) => `${item.state} ${item.path} > ${nowPath}`);
  }

  it('follows its names, and those of the folders around it', async () => {
    const { world, id } = await worldWith(['/trip/draft.txt', 'venice'], ['/else.txt', 'x']);
    await world.commit(id, { op: 'move', from: '/trip/draft.txt', to: '/trip/second.txt' });
    await world.commit(id, { op: 'move', from: '/trip', to: '/journey' });
    await world.commit(id, await world.put(id, '/journey/second.txt', 'home'));
    await follow(world);
    expect(await nowOf(world, 'draft')).toEqual(['older /trip/draft.txt > /journey/second.txt']);
    expect(await nowOf(world, 'trip')).toEqual(['older /trip > /journey']);
    expect(await nowOf(world, 'second', { parts: 'names' })).toEqual([
      'now /journey/second.txt > /journey/second.txt',
    ]);
    expect(await nowOf(world, 'venice')).toEqual([expect.stringMatching(/ > \/journey\/second\.txt$/)]);
  });

  it('is nowhere for what was deleted', async () => {
    const { world, id } = await worldWith(['/note.bin', 'one']);
    await world.commit(id, { op: 'move', from: '/note.bin', to: '/other.bin' });
    await world.commit(id, { op: 'remove', path: '/other.bin' });
    await follow(world);
    expect(await nowOf(world, 'note')).toEqual(['older /note.bin > null']);
    expect(await nowOf(world, 'other')).toEqual(['deleted /other.bin > null']);
  });

  it('is told of what was deleted, came back and was renamed since, which is not deleted', async () => {
    const { world, id } = await worldWith(['/landlord.bin', 'one']);
    await world.commit(id, { op: 'remove', path: '/landlord.bin' });
    await world.commit(id, await world.put(id, '/landlord.bin', 'one'));
    await world.commit(id, { op: 'move', from: '/landlord.bin', to: '/final.bin' });
    await follow(world);
    expect(await nowOf(world, 'landlord')).toEqual(['older /landlord.bin > /final.bin']);
    expect(await nowOf(world, 'landlord', { state: 'deleted' })).toEqual([]);
    expect(await nowOf(world, 'landlord', { state: 'older' })).toEqual(['older /landlord.bin > /final.bin']);
  });
});

describe('limits of a search', () => {
  const limits = (more: Partial<SearchLimits>) => ({
    limits: { kind: null, extensions: null, after: null, before: null, ...more },
  });

  it('leave what is of another kind', async () => {
    const { world } = await worldWith(['/plan/plan.md', 'a plan'], ['/plan.jpg', 'x']);
    expect(await found(world, 'plan', limits({ kind: 'dir' }))).toEqual(['now /plan']);
    const texts = limits({ kind: 'file', extensions: new Set(['md']) });
    expect(await found(world, 'plan', { ...texts, parts: 'names' })).toEqual(['now /plan/plan.md']);
    expect(await found(world, 'plan', { ...texts, parts: 'text' })).toEqual(['now /plan/plan.md: a plan']);
    const pictures = limits({ kind: 'file', extensions: new Set(['jpg']) });
    expect(await found(world, 'plan', pictures)).toEqual(['now /plan.jpg']);
  });

  it('leave what is of another time: from a second on, and up to one', async () => {
    const { world } = await worldWith(['/plan.bin', 'x']);
    const [hit] = (await world.timeSearch.find(ANNA, request('plan'))).hits;
    const at = hit?.timeSeconds ?? 0;
    expect(await found(world, 'plan', limits({ after: at, before: at + 1 }))).toEqual(['now /plan.bin']);
    expect(await found(world, 'plan', limits({ after: at + 1 }))).toEqual([]);
    expect(await found(world, 'plan', limits({ before: at }))).toEqual([]);
  });
});

describe('a search in texts', () => {
  it('shows where the words are, in any letter case and without accents', async () => {
    const { world } = await worldWith(
      ['/letter.txt', 'Dear Zoë,\nthe Café opens at nine.'],
      ['/b.md', 'nothing'],
    );
    const { hits } = await world.timeSearch.find(ANNA, request('cafe zoe'));
    expect(hits.map(({ snippet }) => snippet)).toEqual([
      {
        text: 'Dear Zoë, the Café opens at nine.',
        marks: [
          [5, 8],
          [14, 18],
        ],
      },
    ]);
  });

  it('finds the word that is still being typed', async () => {
    const { world } = await worldWith(['/letter.txt', 'the contract ends']);
    expect(await found(world, 'the contr')).toEqual(['now /letter.txt: the contract ends']);
    expect(await found(world, 'contr the')).toEqual([]);
  });

  it('finds the sentence that a file held before it was changed, and before it was deleted', async () => {
    const { world, id } = await worldWith(['/plan.txt', 'meet in Venice']);
    await world.commit(id, await world.put(id, '/plan.txt', 'stay at home'));
    await follow(world);
    expect(await found(world, 'venice')).toEqual(['older /plan.txt: meet in Venice']);
    expect(await contentOf(world, id, 'venice')).toBe('meet in Venice');
    await world.commit(id, { op: 'remove', path: '/plan.txt' });
    await follow(world);
    expect(await found(world, 'home')).toEqual(['deleted /plan.txt: stay at home']);
    expect(await contentOf(world, id, 'home')).toBe('stay at home');
  });

  it('names a file once when several of its versions hold the words', async () => {
    const { world, id } = await worldWith(['/plan.txt', 'meet in Venice']);
    await world.commit(id, await world.put(id, '/plan.txt', 'meet in Venice at noon'));
    await follow(world);
    expect(await found(world, 'venice')).toEqual(['now /plan.txt: meet in Venice at noon']);
  });

  it('leaves out what is no text by its bytes or by its name', async () => {
    const { world } = await worldWith(['/a.bin', 'venice'], ['/b.txt', 'venice\0']);
    expect(await found(world, 'venice')).toEqual([]);
  });
});

describe('who finds what', () => {
  it('is decided by which libraries somebody reaches at that moment', async () => {
    const { world, id } = await worldWith(['/secret.txt', 'venice']);
    const bert = async (words: string) => (await world.timeSearch.find(BERT, request(words))).hits.length;
    expect([await bert('secret'), await bert('venice')]).toEqual([0, 0]);
    const inIt = () => world.timeSearch.find(BERT, request('secret', { libraryId: id }));
    expect((await refusalOf(inIt)).code).toBe('permission-denied');
    world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission: 'r', isAdmin: false });
    expect([await bert('secret'), await bert('venice')]).toEqual([1, 1]);
    world.shares.endUserShare(ANNA, id, BERT.email);
    expect([await bert('secret'), await bert('venice')]).toEqual([0, 0]);
  });

  it('leaves out encrypted libraries and says so', async () => {
    const world = await libraryWorld();
    const { view } = await world.libraries.create(ANNA, { name: 'Safe', password: 'correct horse' });
    await world.commit(view.library.id, await world.put(view.library.id, '/secret.txt', 'venice'));
    await follow(world);
    const page = await world.timeSearch.find(ANNA, request('secret'));
    expect(page.hits).toEqual([]);
    expect(page.notSearched.map(({ name }) => name)).toEqual(['Safe']);
  });

  it('finds nothing of a deleted library, and all again once it is restored', async () => {
    const { world, id } = await worldWith(['/secret.txt', 'venice']);
    await world.libraries.remove(ANNA, id);
    await follow(world);
    expect(await found(world, 'secret')).toEqual([]);
    await world.deletedLibraries.restore(ANNA, id);
    expect(await found(world, 'secret')).toEqual(['now /secret.txt']);
  });
});

describe('what is let go', () => {
  it('is not found once retention hides it, and leaves the index once it is collected', async () => {
    const { world, id } = await worldWith(['/a.txt', 'venice']);
    await world.commit(id, await world.put(id, '/a.txt', 'home'));
    await world.commit(id, await world.put(id, '/b.bin', 'b'));
    await world.commit(id, { op: 'move', from: '/b.bin', to: '/c.bin' });
    await follow(world);
    expect(await found(world, 'venice')).toEqual(['older /a.txt: venice']);
    world.libraries.setRetention(ANNA, id, 0);
    expect([await found(world, 'venice'), await found(world, 'b.bin')]).toEqual([[], []]);
    world.clock.advance(2 * DAY);
    await world.garbage.collect(ADMIN);
    await follow(world);
    const rows = (table: string) => world.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    expect([rows('search_items'), rows('search_texts'), rows('search_names')]).toEqual([2, 1, 2]);
  });

  it('is found also when the time for retention has to be noted', async () => {
    const { world, id } = await worldWith(['/kept.bin', 'x']);
    await world.commit(id, { op: 'remove', path: '/kept.bin' });
    await follow(world);
    world.clock.advance(61);
    expect(await found(world, 'kept')).toEqual(['deleted /kept.bin']);
  });

  it('leaves the index when its library is purged', async () => {
    const { world, id } = await worldWith(['/a/b.txt', 'venice']);
    await world.libraries.remove(ANNA, id);
    await world.deletedLibraries.purge(ADMIN, id);
    await follow(world);
    const rows = (table: string) => world.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    const left = ['libraries', 'folders', 'items', 'texts', 'names', 'words'].map((name) =>
      rows(`search_${name}`),
    );
    expect(left).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe('the index', () => {
  it('says how far it is, and goes on where it was stopped', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const puts = Array.from({ length: 600 }, (_, at) => world.put(id, `/many/note-${at}.bin`, 'x'));
    await world.commit(id, ...(await Promise.all(puts)));
    expect((await world.timeSearch.find(ANNA, request('note'))).progress).toEqual({
      ...{ files: 600, filesInIndex: 0, filesLeftOut: 0, textsWaiting: 0 },
    });
    const stop = new AbortController();
    let rests = 0;
    const rest = async () => {
      rests += 1;
      if (rests === 2) stop.abort();
    };
    expect(await world.searchFollower.follow({ signal: stop.signal, rest })).toBe(false);
    const { filesInIndex } = (await world.timeSearch.find(ANNA, request('note'))).progress;
    expect(filesInIndex).toBeGreaterThan(100);
    expect(filesInIndex).toBeLessThan(600);
    await follow(world);
    expect((await world.timeSearch.find(ANNA, request('note'))).progress.filesInIndex).toBe(600);
    expect(world.db.prepare('SELECT count(*) FROM search_items').pluck().get()).toBe(601);
  });

  it('is said to be where it was before it was looked into, for what it takes in meanwhile is not on the page', async () => {
    const { world, id } = await worldWith(['/note.txt', 'a note']);
    await world.commit(id, { op: 'move', from: '/note.txt', to: '/note-2.txt' });
    const searching = world.timeSearch.find(ANNA, request('note'));
    await follow(world);
    const { hits, progress } = await searching;
    expect(hits[0]?.item.path).toBe('/note.txt');
    expect(progress).toEqual({ files: 1, filesInIndex: 0, filesLeftOut: 0, textsWaiting: 0 });
  });
});
