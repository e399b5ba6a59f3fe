import { readdirSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { createPartialFiles } from '../../../../src-main/store/partial-files.ts';
import type { AddRequest, KeepFile } from '../../../../src-main/usecases/files/uploads.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';
import { ADMIN, ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { putUpload, textIn } from '../../../support/upload-pieces.ts';

const REST = { parentDir: '/', relativePath: '', replaces: false, mtimeSeconds: null };

/** A library of Anna's and the token that a visitor of an upload link to it has. */
async function visitedWorld() {
  const folder = temporaryDataFolder();
  onTestFinished(folder.remove);
  const partialFiles = createPartialFiles({ folder: folder.path, accept: async () => undefined });
  const world = await libraryWorld({ partialFiles });
  const id: LibraryId = await world.addLibrary();
  const rights = { canDownload: true, canEdit: false, canUpload: false };
  const wanted = { libraryId: id, path: '/', rights, description: '', expiresAtSeconds: null };
  const { link } = await world.shareLinks.create(ANNA, 'upload', wanted);
  const visit = await world.linkAccess.open({ kind: 'upload', token: link.token, proof: undefined });
  const { token } = await world.linkAccess.uploadPlace(visit, '/');
  const stored = () => [...world.stores.objects.library(id).list()].length;
  return { world, id, send: senderTo(world, token), stored, aside: () => readdirSync(folder.path) };
}

function senderTo(world: LibraryWorld, token: string) {
  return (receive: (keep: KeepFile) => Promise<AddRequest>) =>
    putUpload(world.visitorUploads.begin(token, null), receive);
}

/** What sends as a visitor of another link to a library of Anna's. */
async function otherVisitor(world: LibraryWorld) {
  const libraryId = await world.addLibrary();
  const rights = { canDownload: true, canEdit: false, canUpload: false };
  const wanted = { libraryId, path: '/', rights, description: '', expiresAtSeconds: null };
  const { link } = await world.shareLinks.create(ANNA, 'upload', wanted);
  const visit = await world.linkAccess.open({ kind: 'upload', token: link.token, proof: undefined });
  return senderTo(world, (await world.linkAccess.uploadPlace(visit, '/')).token);
}

it('a form of a visitor that breaks off leaves nothing in the store, and nothing aside', async () => {
  const { send, stored, aside } = await visitedWorld();
  const before = stored();
  const broken = send(async (keep) => {
    await keep('whole.txt', textIn('a file that has come in'));
    expect(aside()).toHaveLength(1);
    throw new Error('the visitor hung up');
  });
  await expect(broken).rejects.toThrow('the visitor hung up');
  expect([stored(), aside()]).toEqual([before, []]);
});

it('all files of a whole form are added, in one commit', async () => {
  const { world, id, send, aside } = await visitedWorld();
  const added = await send(async (keep) => ({
    ...REST,
    files: [await keep('a.txt', textIn('one')), await keep('b.txt', textIn('two'))],
  }));
  expect(added.map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([
    ['a.txt', 3],
    ['b.txt', 3],
  ]);
  expect((await world.files.list(ANNA, id, '/', null)).dirents.map(({ name }) => name).sort()).toEqual([
    'a.txt',
    'b.txt',
  ]);
  expect([world.libraries.find(ANNA, id).library.headSeq, aside()]).toEqual([2, []]);
});

it('forms that trickle in over two links keep no visitor of a third one from sending', async () => {
  const { world, send } = await visitedWorld();
  const gate = Promise.withResolvers<never>();
  const others = [send, await otherVisitor(world)];
  const trickling = others.flatMap((one) => Array.from({ length: 8 }, () => one(() => gate.promise)));
  const third = await otherVisitor(world);
  const added = await third(async (keep) => ({ ...REST, files: [await keep('a.txt', textIn('one'))] }));
  expect(added).toMatchObject([{ name: 'a.txt', sizeBytes: 3 }]);
  gate.reject(new Error('given up'));
  await Promise.allSettled(trickling);
});

it('what lies aside of forms under way counts for the quota of the owner together', async () => {
  const { world, send } = await visitedWorld();
  await world.accounts.updateUser(ADMIN, ANNA.email, { quotaBytes: 6 });
  const gate = Promise.withResolvers<never>();
  const lies = Promise.withResolvers<void>();
  const first = send(async (keep) => {
    await keep('a.txt', textIn('four'));
    lies.resolve();
    return gate.promise;
  });
  await lies.promise;
  const whole = async (keep: KeepFile) => ({ ...REST, files: [await keep('b.txt', textIn('more'))] });
  await expect(send(whole)).rejects.toMatchObject({ code: 'quota-exceeded' });
  gate.reject(new Error('given up'));
  await expect(first).rejects.toThrow('given up');
  expect(await send(whole)).toMatchObject([{ name: 'b.txt', sizeBytes: 4 }]);
});
