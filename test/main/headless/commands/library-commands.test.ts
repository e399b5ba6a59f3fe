import { describe, expect, it } from 'vitest';
import { findLibrary } from '../../../../src-main/headless/commands/library-commands.ts';
import type { LocalClient } from '../../../../src-main/headless/local-client.ts';

const LIBRARIES = [
  { id: 'id-1', name: 'Papers' },
  { id: 'id-2', name: 'Photos' },
  { id: 'id-3', name: 'Photos' },
];
const client = { call: async () => ({ libraries: LIBRARIES }) } as unknown as LocalClient;

describe('the library that a word names', () => {
  it.each([
    ['Papers', 'id-1'],
    ['id-3', 'id-3'],
  ])('%s is %s', async (word, id) => {
    expect((await findLibrary(client, word)).id).toBe(id);
  });

  it.each([
    ['papers', 'There is no library "papers". "library list" shows them all.'],
    ['Photos', '2 libraries are called "Photos". Give the id instead.'],
  ])('is none for %s', async (word, message) => {
    await expect(findLibrary(client, word)).rejects.toMatchObject({ name: 'UsageError', message });
  });
});
