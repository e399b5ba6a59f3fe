import { describe, expect, it } from 'vitest';
import { decodeCommit } from '../../../../src-main/core/objects/commit.ts';
import { encodeDir } from '../../../../src-main/core/objects/dir-object.ts';
import { type CommitId, EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import { builtTree } from '../../../support/sync-device.ts';
import { ADMIN_EMAIL, ANNA_EMAIL } from '../http-world.ts';
import { ADMIN, ANNA, syncWorld } from './sync-world.ts';

type World = Awaited<ReturnType<typeof syncWorld>>;

async function namesIn(world: World, path = '/'): Promise<string[]> {
  const { dirents } = await world.services.files.list(ANNA, world.id, path, null);
  return dirents.map(({ name }) => name).sort();
}

describe('a device that pushes a commit', () => {
  it('sees its own commit as the head, and the library as its commit has it', async () => {
    const { device, library, events, id } = await syncWorld();
    const { commit, answer } = await device.push(
      { 'a.txt': 'hello', docs: { 'b.txt': '123' } },
      await device.head(),
    );
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await device.head()).toBe(commit.id);
    expect(library()).toMatchObject({
      headId: commit.id,
      rootId: commit.rootId,
      sizeBytes: 8,
      fileCount: 2,
      headSeq: 2,
      modifierEmail: 'anna@example.com',
    });
    expect(events.at(-1)).toEqual({ type: 'library', library_id: id, head_commit_id: commit.id });
  });

  it('gets its commit back byte for byte', async () => {
    const { device } = await syncWorld();
    const commit = device.commitOf(EMPTY_ID, await device.head());
    await device.putCommit(commit);
    const answer = await device.ask('GET', `/commit/${commit.id}`);
    expect(answer.status).toBe(200);
    expect(decodeCommit(answer.bytes)).toEqual(commit);
  });

  it('is the author, whoever its commit names', async () => {
    const { device, library, services, id } = await syncWorld();
    const parent = await device.head();
    const { commit } = await device.push({ 'a.txt': 'x' }, parent, { authorEmail: ADMIN_EMAIL });
    expect(library().modifierEmail).toBe('anna@example.com');
    expect(services.history.find(ANNA, id, commit.id).authorEmail).toBe('anna@example.com');
  });

  it('puts into the trash what its commit takes out, at the time of the server', async () => {
    const { device, services, id, clock } = await syncWorld();
    const first = await device.push({ 'a.txt': 'x', 'b.txt': 'y' }, await device.head());
    await device.push({ 'a.txt': 'x' }, first.commit.id, { ctimeSeconds: 12 });
    const request = { path: '/', cursor: null, limit: 10, showDays: 30 };
    const { items } = await services.trash.page(ANNA, id, request);
    expect(items).toMatchObject([
      { path: '/b.txt', deletedAtSeconds: clock.nowSeconds(), deletedBy: 'anna@example.com' },
    ]);
  });

  it('changes nothing by asking again, also when others have gone on from there', async () => {
    const { device, library } = await syncWorld();
    const first = await device.push({ 'a.txt': 'x' }, await device.head());
    expect((await device.putHead(first.commit.id)).status).toBe(200);
    const second = await device.push({ 'a.txt': 'y' }, first.commit.id);
    expect((await device.putHead(first.commit.id)).status).toBe(200);
    expect(library()).toMatchObject({ headId: second.commit.id, headSeq: 3 });
  });
});

describe('a device that has not heard of the head', () => {
  it('has its changes merged into it', async () => {
    const world = await syncWorld();
    const { device, deviceOf, library, services, id } = world;
    const base = await device.head();
    const first = await device.push({ 'a.txt': 'from A' }, base);
    const other = deviceOf(ANNA_EMAIL);
    const second = await other.push({ 'b.txt': 'from B' }, base);
    expect(second.answer.status).toBe(200);
    const merge = decodeCommit((await device.ask('GET', `/commit/${library().headId}`)).bytes);
    expect(merge).toMatchObject({
      parentId: first.commit.id,
      secondParentId: second.commit.id,
      creator: EMPTY_ID,
      authorEmail: 'anna@example.com',
      description: 'Auto merge by system',
      isMerge: true,
      hasConflict: false,
    });
    expect(await namesIn(world)).toEqual(['a.txt', 'b.txt']);
    expect(library()).toMatchObject({ fileCount: 2, sizeBytes: 12, headSeq: 4 });
    // The merge itself tells nothing new, so history shows what each of them did.
    const { commits } = services.history.page(ANNA, id, { page: 1, perPage: 10 });
    expect(commits.map((commit) => commit.id).slice(0, 2)).toEqual([second.commit.id, first.commit.id]);
    const changes = await services.history.changes(ANNA, id, second.commit.id, { after: -1, limit: 9 });
    expect(changes).toMatchObject([{ op: 'new', path: '/b.txt' }]);
  });

  it('finds its edit beside that of the head, under the name of a conflict', async () => {
    const world = await syncWorld();
    const { device, deviceOf, library } = world;
    const base = (await device.push({ 'a.txt': 'old' }, await device.head())).commit.id;
    await device.push({ 'a.txt': 'one' }, base);
    await deviceOf(ANNA_EMAIL).push({ 'a.txt': 'two' }, base);
    const conflict = 'a (SFConflict anna@example.com 2023-11-14-22-13-20).txt';
    expect(await namesIn(world)).toEqual([conflict, 'a.txt']);
    const merge = decodeCommit((await device.ask('GET', `/commit/${library().headId}`)).bytes);
    expect(merge).toMatchObject({
      hasConflict: true,
      description: `Added or modified "${conflict}".\n`,
    });
  });

  it('may push again before it has fetched the merge', async () => {
    const world = await syncWorld();
    const { device, deviceOf } = world;
    const base = await device.head();
    await device.push({ 'a.txt': 'from A' }, base);
    const other = deviceOf(ANNA_EMAIL);
    const second = await other.push({ 'b.txt': 'from B' }, base);
    const third = await other.push({ 'b.txt': 'from B', 'c.txt': 'more' }, second.commit.id);
    expect(third.answer.status).toBe(200);
    expect(await namesIn(world)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });

  it('does not take back the new name of the library', async () => {
    const { device, services, library, id } = await syncWorld();
    await services.libraries.rename(ANNA, id, { name: 'Letters' });
    const { commit, answer } = await device.push({ 'a.txt': 'x' }, await device.head());
    expect(answer.status).toBe(200);
    expect(library()).toMatchObject({ name: 'Letters', fileCount: 1 });
    const merge = decodeCommit((await device.ask('GET', `/commit/${library().headId}`)).bytes);
    expect(merge).toMatchObject({ secondParentId: commit.id, libraryName: 'Letters' });
  });

  it('loses no change when many push at once', async () => {
    const world = await syncWorld();
    const base = await world.device.head();
    const names = Array.from({ length: 12 }, (_, number) => `${number}`.padStart(2, '0'));
    const pushes = names.map((name) =>
      world.deviceOf(ANNA_EMAIL).push({ [name]: `of ${name}`, shared: `of ${name}` }, base, {
        description: `Push of ${name}`,
      }),
    );
    for (const { answer } of await Promise.all(pushes)) expect(answer.status).toBe(200);
    const found = await namesIn(world);
    expect(found.filter((name) => /^\d\d$/.test(name))).toEqual(names);
    expect(found.filter((name) => name.startsWith('shared'))).toHaveLength(12);
    expect(world.library().fileCount).toBe(24);
  });

  it('loses no change beside those made here', async () => {
    const world = await syncWorld();
    const { device, id, changeLibrary } = world;
    const base = await device.head();
    const made = Array.from({ length: 6 }, (_, number) =>
      changeLibrary.commitChanges({
        libraryId: id,
        changes: [{ op: 'mkdir', path: `/folder ${number}`, mtimeSeconds: 1_700_000_000 }],
        author: ANNA_EMAIL,
        asksFirst: false,
      }),
    );
    const pushed = [1, 2, 3].map((number) =>
      world.deviceOf(ANNA_EMAIL).push({ [`file ${number}`]: 'x' }, base),
    );
    await Promise.all<unknown>([...made, ...pushed]);
    expect(await namesIn(world)).toHaveLength(9);
  });
});

describe('a push that cannot be taken', () => {
  it('names the files of which blocks are missing, and moves nothing', async () => {
    const { device, library } = await syncWorld();
    const parent = await device.head();
    const tree = builtTree({ docs: { 'a.txt': 'lost', 'b.txt': 'here' } }, ANNA_EMAIL);
    const blocks = new Map([...tree.blocks].filter(([, bytes]) => bytes.toString() === 'here'));
    await device.bring({ fs: tree.fs, blocks });
    const commit = device.commitOf(tree.rootId, parent);
    await device.putCommit(commit);
    const answer = await device.putHead(commit.id);
    expect([answer.status, answer.text]).toEqual([446, '["docs/a.txt"]']);
    expect(library().headId).toBe(parent);
    await device.bring({ fs: new Map(), blocks: tree.blocks });
    expect((await device.putHead(commit.id)).status).toBe(200);
  });

  it('is answered as not here while its commit, its parent, a folder or a file is missing, and taken once it came', async () => {
    const { device, library } = await syncWorld();
    const head = await device.head();
    const tree = builtTree({ docs: { 'a.txt': 'late' } }, ANNA_EMAIL);
    const [fileId = EMPTY_ID, docsId = EMPTY_ID] = [...tree.fs.keys()];
    const [blockId = EMPTY_ID] = [...tree.blocks.keys()];
    const statusOf = async (id: string) => (await device.putHead(id)).status;
    for (const id of ['b'.repeat(40), fileId, docsId, blockId])
      expect([id, await statusOf(id)]).toEqual([id, 404]);
    for (const parentId of ['c'.repeat(40), fileId, blockId]) {
      const orphan = device.commitOf(EMPTY_ID, parentId as CommitId);
      await device.putCommit(orphan);
      expect([parentId, await statusOf(orphan.id)]).toEqual([parentId, 404]);
    }
    const commit = device.commitOf(tree.rootId, head);
    await device.putCommit(commit);
    await device.bring({ fs: new Map(), blocks: tree.blocks });
    // The root first: each of the objects is what is missing once.
    for (const [id, bytes] of [...tree.fs].reverse()) {
      expect(await device.putHead(commit.id)).toMatchObject({
        status: 404,
        text: 'A file or folder of the commit is not here. Bring it, and ask again.',
      });
      await device.bring({ fs: new Map([[id, bytes]]), blocks: new Map() });
    }
    expect(library()).toMatchObject({ headId: head, headSeq: 1 });
    expect(await statusOf(commit.id)).toBe(200);
  });

  it('is answered in the same way where it would be merged', async () => {
    const { device, library } = await syncWorld();
    const base = await device.head();
    const { commit } = await device.push({ 'a.txt': 'x' }, base);
    for (const rootId of ['a'.repeat(40), commit.id]) {
      const rootless = device.commitOf(rootId as typeof EMPTY_ID, base);
      await device.putCommit(rootless);
      expect([rootId, (await device.putHead(rootless.id)).status]).toEqual([rootId, 404]);
    }
    expect(library()).toMatchObject({ headId: commit.id, headSeq: 2 });
  });

  it('is refused for good where it names a file as a folder, or a folder as a file', async () => {
    const { device, library } = await syncWorld();
    const head = await device.head();
    const tree = builtTree({ 'a.txt': 'hello' }, ANNA_EMAIL);
    await device.bring(tree);
    const [fileId = EMPTY_ID, dirId = EMPTY_ID] = [...tree.fs.keys()];
    const file = {
      kind: 'file',
      mode: 0o100644,
      mtimeSeconds: 1,
      sizeBytes: 5,
      modifier: ANNA_EMAIL,
    } as const;
    const folder = { kind: 'dir', mode: 0o040000, mtimeSeconds: 1 } as const;
    const untrue = [
      encodeDir([{ ...folder, name: 'x', id: fileId }]),
      encodeDir([{ ...file, name: 'x', id: dirId }]),
    ];
    await device.bring({ fs: new Map(untrue.map(({ id, bytes }) => [id, bytes])), blocks: new Map() });
    for (const [rootId, path] of [
      [fileId, '/'],
      [untrue[0]?.id ?? EMPTY_ID, '/x'],
      [untrue[1]?.id ?? EMPTY_ID, '/x'],
    ] as const) {
      const commit = device.commitOf(rootId, head);
      await device.putCommit(commit);
      const { status, text } = await device.putHead(commit.id);
      expect([status, text]).toEqual([
        403,
        `Update to path ${path} is not allowed by folder permission settings. A file is named as a folder, or a folder as a file. Then end syncing the library in the client, and sync the folder again.`,
      ]);
    }
    expect(library()).toMatchObject({ headId: head, headSeq: 1 });
  });

  it('is refused with a sentence, and with what makes official clients stop and show where', async () => {
    const { device, library } = await syncWorld();
    const head = await device.head();
    const late = device.commitOf(EMPTY_ID, head, { ctimeSeconds: 253_402_300_800 });
    await device.putCommit(late);
    expect(await device.putHead(late.id)).toMatchObject({
      status: 403,
      text: expect.stringMatching(/^A time lies beyond all calendars: set the clock right/),
    });
    const row = { kind: 'file', name: 'a.txt', id: EMPTY_ID, mode: 0o100644, mtimeSeconds: 1 } as const;
    const dir = encodeDir([{ ...row, sizeBytes: 5, modifier: ANNA_EMAIL }]);
    await device.bring({ fs: new Map([[dir.id, dir.bytes]]), blocks: new Map() });
    const untrue = device.commitOf(dir.id, head);
    await device.putCommit(untrue);
    expect(await device.putHead(untrue.id)).toMatchObject({
      status: 403,
      text: expect.stringMatching(
        /^Update to path \/a\.txt is not allowed by folder permission settings\. The size of the file is not that of its content: change the file/,
      ),
    });
    expect(library()).toMatchObject({ headId: head, fileCount: 0 });
  });

  it('is refused without a parent, with two parents, and without a head', async () => {
    const { device, library } = await syncWorld();
    const parent = await device.head();
    for (const commit of [
      device.commitOf(EMPTY_ID, null),
      device.commitOf(EMPTY_ID, parent, { secondParentId: 'e'.repeat(40) as CommitId }),
    ]) {
      await device.putCommit(commit);
      expect((await device.putHead(commit.id)).status).toBe(400);
    }
    for (const head of ['', 'x', 'A'.repeat(40)]) expect((await device.putHead(head)).status).toBe(400);
    expect(library()).toMatchObject({ headId: parent, headSeq: 1 });
  });

  it('is refused beyond the quota of the owner, and what takes nothing away or less is not', async () => {
    const { device, services } = await syncWorld();
    const large = builtTree({ 'a.txt': 'more than ten' }, ANNA_EMAIL);
    await device.bring(large);
    await services.accounts.updateUser(ADMIN, ANNA_EMAIL, { quotaBytes: 10 });
    const base = await device.head();
    expect((await device.ask('GET', '/quota-check/?delta=11')).status).toBe(443);
    expect((await device.ask('GET', '/quota-check/?delta=10')).status).toBe(200);
    expect((await device.ask('GET', '/quota-check/?delta=-5')).status).toBe(200);
    expect((await device.ask('GET', '/quota-check/')).status).toBe(400);
    expect((await device.push({ 'a.txt': 'more than ten' }, base)).answer.status).toBe(443);
    const block = Buffer.from('more than 10');
    expect((await device.ask('PUT', `/block/${objectIdOf(block)}`, block)).status).toBe(443);
    expect(await device.head()).toBe(base);
    expect((await device.push({ 'a.txt': 'ten bytes.' }, base)).answer.status).toBe(200);
  });

  it('is refused in a library that only reads', async () => {
    const { device, services, id } = await syncWorld();
    const base = await device.head();
    await services.adminLibraries.update(ADMIN, id, { status: 'read-only' });
    expect((await device.push({ 'a.txt': 'x' }, base)).answer.status).toBe(403);
    const asked = await device.ask('GET', '/permission-check/?op=upload');
    expect([asked.status, asked.text]).toEqual([403, '{"reason":"no write permission"}']);
    expect((await device.ask('GET', '/permission-check/?op=download')).status).toBe(200);
  });
});
