import { describe, expect, it, onTestFinished } from 'vitest';
import { encodeDir } from '../../../src-main/core/objects/dir-object.ts';
import { encodeFile } from '../../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../../src-main/core/objects/object-id.ts';
import { fileDirent } from '../../support/trees.ts';
import { turnsTaken } from '../../support/turns-taken.ts';
import { ANNA_EMAIL, httpWorld } from './http-world.ts';

const ANNA = { email: ANNA_EMAIL, isAdmin: false };
const numberOf = (at: number) => String(at).padStart(6, '0');

/** A library with a folder of so many files, the last of them changed first. */
async function longFolder(count: number) {
  const world = await httpWorld();
  onTestFinished(() => world.close());
  const { id } = (await world.services.libraries.create(ANNA, { name: 'Papers' })).view.library;
  const store = world.objects.library(id);
  const file = encodeFile({ blockIds: [objectIdOf('x')], sizeBytes: 1 });
  await store.write('block', objectIdOf('x'), Buffer.from('x'));
  await store.write('fs', file.id, file.bytes);
  const dir = encodeDir(
    Array.from({ length: count }, (_, at) => ({
      ...{ ...fileDirent('x'), modifier: ANNA_EMAIL },
      ...{ name: `${numberOf(at)}.jpg`, mtimeSeconds: 1_700_000_000 - at },
    })),
  );
  await store.write('fs', dir.id, dir.bytes);
  const changes = [{ op: 'mkdir', path: '/long', id: dir.id, mtimeSeconds: 1 }] as const;
  const made = await world.changeLibrary.commitChanges({
    libraryId: id,
    author: ANNA_EMAIL,
    asksFirst: false,
    changes,
  });
  const get = (url: string) => world.call(world.annaToken, { method: 'GET', url });
  return { id, dirId: dir.id, fileId: file.id, commitId: made.commitId, get };
}

/** A row of the newer interface, field by field. */
function v21Row(fileId: string, at: number) {
  const [name, email] = [`${numberOf(at)}.jpg`, ANNA_EMAIL];
  return (
    `{"type":"file","id":"${fileId}","name":"${name}","mtime":${1_700_000_000 - at},"permission":"rw","size":1,` +
    `"modifier_email":"${email}","modifier_name":"anna","modifier_contact_email":"${email}","starred":false,` +
    `"parent_dir":"/long/"}`
  );
}

describe('a long folder', () => {
  it.each([
    [10_000, 'as a whole', true],
    [10_001, 'as its rows are taken', false],
  ])(
    'of %i files is answered %s by the newer interface, byte for byte the same',
    async (count, _, isWhole) => {
      const { id, dirId, fileId, get } = await longFolder(count);
      const { text, headers } = await get(`/api/v2.1/repos/${id}/dir/?p=/long`);
      const rows = Array.from({ length: count }, (_row, at) => v21Row(fileId, at)).join();
      const wanted = `{"user_perm":"rw","dir_id":"${dirId}","dirent_list":[${rows}]}`;
      expect(text === wanted).toBe(true);
      expect(headers['content-length']).toBe(isWhole ? String(wanted.length) : undefined);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );

  it('comes after those above it where they are asked for', async () => {
    const { id, get } = await longFolder(10_001);
    const { body } = await get(`/api/v2.1/repos/${id}/dir/?p=/long&with_parents=true`);
    const { dirent_list: rows } = body as { dirent_list: { name: string; parent_dir: string }[] };
    expect(rows).toHaveLength(10_002);
    expect(rows.slice(0, 2)).toMatchObject([
      { name: 'long', parent_dir: '/' },
      { name: '000000.jpg', parent_dir: '/long/' },
    ]);
  });
});

describe('others have their turn', () => {
  /** Turns beyond those of reading the folder, which the first page of it by name took. */
  async function turnsBeyondReading(query: string) {
    const { id, commitId, get } = await longFolder(60_000);
    const page = (more: string) => `/api/local/v1/libraries/${id}/${more.replace('{commit}', commitId)}`;
    await get(page('entries/?path=/long'));
    const plain = await turnsTaken(() => get(page('entries/?path=/long')));
    const wanted = await turnsTaken(() => get(page(query)));
    expect(wanted.result.status).toBe(200);
    const { entries } = wanted.result.body as { entries: { name: string }[] };
    return { turns: wanted.turns - plain.turns, first: entries[0]?.name };
  }

  it('while the folder is sorted by time', async () => {
    const { turns, first } = await turnsBeyondReading('entries/?path=/long&sort=mtime');
    expect(first).toBe('059999.jpg');
    expect(turns).toBeGreaterThanOrEqual(30);
  });

  it('while a folder of the past is compared with that of today', async () => {
    const { turns, first } = await turnsBeyondReading('moments/entries/?path=/long&commit={commit}');
    expect(first).toBe('000000.jpg');
    expect(turns).toBeGreaterThanOrEqual(30);
  });
});
