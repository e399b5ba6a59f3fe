import { expect, it, onTestFinished } from 'vitest';
import { encodeFile } from '../../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../../src-main/core/objects/object-id.ts';
import { fileDirent } from '../../support/trees.ts';
import { ADMIN_EMAIL, ANNA_EMAIL, httpWorld } from './http-world.ts';

const ANNA = { email: ANNA_EMAIL, isAdmin: false };

/** A library of Anna's alone, with a file that she says is of the administrator, and one that is hers. */
async function forgedLibrary() {
  const world = await httpWorld();
  onTestFinished(() => world.close());
  const { id } = (await world.services.libraries.create(ANNA, { name: 'Papers' })).view.library;
  const store = world.objects.library(id);
  const file = encodeFile({ blockIds: [objectIdOf('x')], sizeBytes: 1 });
  await store.write('block', objectIdOf('x'), Buffer.from('x'));
  await store.write('fs', file.id, file.bytes);
  const put = (path: string, modifier: string) =>
    ({ op: 'put', path, dirent: { ...fileDirent('x'), modifier } }) as const;
  const changes = [
    put('/forged.txt', ADMIN_EMAIL),
    put('/forged (SFConflict anna@example.com 2024-05-01-12-00-00).txt', ADMIN_EMAIL),
    put('/spelled.txt', 'Anna@Example.com'),
    put('/own.txt', ANNA_EMAIL),
  ];
  const { commitId } = await world.changeLibrary.commitChanges({
    ...{ libraryId: id, changes, author: ANNA_EMAIL, asksFirst: false },
  });
  return { world, id, commitId };
}

type Forged = Awaited<ReturnType<typeof forgedLibrary>>;

/** Whom each answer names for the files, in the order of their names. */
async function namesIn({ world, id, commitId }: Forged, url: string, token = world.annaToken) {
  const filled = url.replace('{id}', id).replace('{commit}', commitId);
  const { text } = await world.call(token, { method: 'GET', url: filled });
  return [...text.matchAll(/"(?:last_)?modifier(?:_email)?":"([^"]*)"/g)].map(([, email]) => email);
}

it.each([
  ['/api2/repos/{id}/dir/?p=/'],
  ['/api2/repos/{id}/dir/?p=/&recursive=1'],
  ['/api/v2.1/repos/{id}/dir/?p=/'],
  ['/api/v2.1/repos/{id}/dir/?p=/&recursive=1'],
  ['/api/local/v1/libraries/{id}/entries/'],
  ['/api/local/v1/libraries/{id}/moments/entries/?commit={commit}'],
])('%s names nobody who never changed the library', async (url) => {
  const named = await namesIn(await forgedLibrary(), url);
  expect(named.toSorted()).toEqual(['', '', ANNA_EMAIL, ANNA_EMAIL]);
});

it('an administrator who looks in is told the same', async () => {
  const forged = await forgedLibrary();
  const url = '/api/local/v1/admin/libraries/{id}/entries/';
  const named = await namesIn(forged, url, forged.world.adminToken);
  expect(named.toSorted()).toEqual(['', '', ANNA_EMAIL, ANNA_EMAIL]);
});

it('so is who asks for one file, or for what is in conflict', async () => {
  const forged = await forgedLibrary();
  expect(await namesIn(forged, '/api2/repos/{id}/file/detail/?p=/forged.txt')).toEqual(['']);
  expect(await namesIn(forged, '/api2/repos/{id}/file/detail/?p=/own.txt')).toEqual([ANNA_EMAIL]);
  expect(await namesIn(forged, '/api/local/v1/conflicts/')).toEqual(['', '']);
});
