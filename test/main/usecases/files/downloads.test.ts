import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { collect } from '../../../support/collect.ts';
import { ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

const HOUR = 3_600;

/** A library with the file `/a.txt`, and a way to link it. */
async function linkedFile(world: LibraryWorld) {
  const id = await world.addLibrary();
  await world.commit(id, await world.put(id, '/a.txt', 'hello'));
  return { id, link: () => world.files.link(ANNA, id, '/a.txt', null) };
}

async function textBehind({ downloads }: LibraryWorld, token: string): Promise<string> {
  return Buffer.concat(await collect((await downloads.open(token)).content.read())).toString();
}

describe('a download link', () => {
  it('gives one file, as it was when the link was made', async () => {
    const world = await libraryWorld();
    const { id, link } = await linkedFile(world);
    const { token, name } = await link();
    await world.commit(id, await world.put(id, '/a.txt', 'changed'));
    expect(name).toBe('a.txt');
    expect(await world.downloads.open(token)).toMatchObject({
      file: { name: 'a.txt' },
      content: { sizeBytes: 5 },
    });
    expect(await textBehind(world, token)).toBe('hello');
  });

  it('is good for an hour, as often as it is used', async () => {
    const world = await libraryWorld();
    const { token } = await (await linkedFile(world)).link();
    world.clock.advance(HOUR - 1);
    expect(await textBehind(world, token)).toBe('hello');
    expect(await textBehind(world, token)).toBe('hello');
    world.clock.advance(1);
    await expect(world.downloads.open(token)).rejects.toThrow('link-not-found');
  });

  it('ends with the library', async () => {
    const world = await libraryWorld();
    const { id, link } = await linkedFile(world);
    const { token } = await link();
    await world.libraries.remove(ANNA, id);
    await expect(world.downloads.open(token)).rejects.toThrow('link-not-found');
  });

  it('that nobody made leads nowhere', async () => {
    const { downloads } = await libraryWorld();
    await expect(downloads.open('00000000-0000-4000-8000-000000000000')).rejects.toThrow('link-not-found');
    await expect(downloads.open('')).rejects.toThrow('link-not-found');
  });

  it('is not made for a folder', async () => {
    const world = await libraryWorld();
    const { id } = await linkedFile(world);
    expect(await refusalOf(() => world.files.link(ANNA, id, '/', null))).toMatchObject({
      code: 'file-not-found',
    });
  });

  it('makes room for new ones beyond ten thousand, the oldest first', async () => {
    const world = await libraryWorld();
    const { id } = await linkedFile(world);
    const { library } = world.access.readable(ANNA, id);
    const item = await world.contents.entry(library, '/a.txt');
    const tokens = Array.from({ length: 10_001 }, () => world.downloads.issue(library, '/a.txt', item).token);
    await expect(world.downloads.open(tokens[0] ?? '')).rejects.toThrow('link-not-found');
    expect((await world.downloads.open(tokens[1] ?? '')).file.name).toBe('a.txt');
    expect((await world.downloads.open(tokens[10_000] ?? '')).file.name).toBe('a.txt');
  });
});
