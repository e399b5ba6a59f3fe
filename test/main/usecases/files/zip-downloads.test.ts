import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { zipStream } from '../../../../src-main/http/transfer/downloads.ts';
import { collect } from '../../../support/collect.ts';
import { ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { toldFile } from '../../../support/lying-files.ts';

async function archive(world: LibraryWorld) {
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/f/a', 'a'), await world.put(id, '/f/b', 'b'));
  const request = { libraryId: id, parentDir: '/', names: ['f'] };
  return { id, request, token: await world.zips.prepare(ANNA, request) };
}

describe('an archive', () => {
  it('is sent to one person twice at once, and again when one of them has ended or was given up', async () => {
    const world = await libraryWorld();
    const { token, request, id } = await archive(world);
    const first = world.zips.open(token).entries();
    const second = world.zips.open(token).entries();
    await first.next();
    await second.next();
    expect(() => world.zips.open(token)).toThrow('busy');
    world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission: 'r', isAdmin: false });
    const other = await world.zips.prepare(BERT, request);
    expect(await collect(world.zips.open(other).entries())).toHaveLength(3);
    await first.return(undefined);
    expect(await collect(world.zips.open(token).entries())).toHaveLength(3);
    await collect(second);
    expect(world.zips.open(token).name).toBe('f.zip');
  });

  it('asks for the memory of what it reads, and gives it back when that is taken', async () => {
    const world = await libraryWorld();
    const { token } = await archive(world);
    let held = 0;
    const moved: number[] = [];
    const move = (bytes: number) => {
      held += bytes;
      moved.push(held);
    };
    const memory = { take: async (bytes: number) => move(bytes), give: (bytes: number) => move(-bytes) };
    const entries = world.zips.open(token).entries({ ...memory, hasPlenty: () => true });
    for await (const { content } of entries) if (content !== null) await collect(content);
    expect(moved).toEqual([1, 0, 1, 0]);
  });

  it('is sent to a visitor as to a person, who has turns of its own', async () => {
    const world = await libraryWorld();
    const { id, token } = await archive(world);
    const library = world.access.existing(id);
    const folder = await world.contents.folder(library, '/f');
    const open = (visitor: string) => world.zips.openForVisitor(visitor, library, folder);
    const [first, second] = [open('10.0.0.9').entries(), open('10.0.0.9').entries()];
    await first.next();
    await second.next();
    expect(() => open('10.0.0.9')).toThrow('busy');
    expect(open('10.0.0.8').name).toBe('f.zip');
    expect(await collect(world.zips.open(token).entries())).toHaveLength(3);
    await first.return(undefined);
    expect((await collect(open('10.0.0.9').entries())).map(({ path }) => path)).toEqual(['f/', 'f/a', 'f/b']);
    await second.return(undefined);
  });

  it('stops in the middle when it is cancelled', async () => {
    const world = await libraryWorld();
    const { token } = await archive(world);
    const entries = world.zips.open(token).entries();
    expect((await entries.next()).value).toMatchObject({ path: 'f/' });
    world.zips.cancel(token);
    await expect(collect(entries)).rejects.toMatchObject({ code: 'link-not-found' });
    expect(() => world.zips.open(token)).toThrow('link-not-found');
    expect(world.zips.progress(token)).toMatchObject({ fileCount: 2, isCanceled: true });
  });

  it('ends with the share that it was asked for under', async () => {
    const world = await libraryWorld();
    const { id, request } = await archive(world);
    world.shares.shareWithUser(ANNA, id, { email: BERT.email, permission: 'r', isAdmin: false });
    const token = await world.zips.prepare(BERT, request);
    world.shares.endUserShare(ANNA, id, BERT.email);
    expect(() => world.zips.open(token)).toThrow('link-not-found');
  });

  it('has no name that would leave the folder in which it is unpacked, and no name twice', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const put = (path: string) => world.put(id, path, 'x');
    await world.commit(
      id,
      await put('/From Eve/..\\..\\evil.txt'),
      await put('/From Eve/.._.._evil.txt'),
      await put('/From Eve/C:\\evil.txt'),
      await put('/From Eve/a\nb/c'),
    );
    const token = await world.zips.prepare(ANNA, { libraryId: id, parentDir: '/', names: ['From Eve'] });
    const entries = await collect(world.zips.open(token).entries());
    expect(entries.map(({ path }) => path)).toEqual([
      'From Eve/',
      'From Eve/.._.._evil.txt',
      'From Eve/.._.._evil (1).txt',
      'From Eve/C__evil.txt',
      'From Eve/a_b/',
      'From Eve/a_b/c',
    ]);
  });

  it('breaks at a file that does not hold what it says', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const told = { blocks: ['abc'], objectBytes: 1, rowBytes: 1 };
    await world.commit(id, await toldFile(world.stores.objects.library(id), '/f/lie', told));
    const token = await world.zips.prepare(ANNA, { libraryId: id, parentDir: '/', names: ['f'] });
    await expect(buffer(zipStream(world.zips.open(token).entries()))).rejects.toThrow('object-corrupt');
  });
});
