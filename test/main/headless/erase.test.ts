import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';
import { typedCommand } from '../../support/typed-command.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 40_000 });

describe('erasing on the command line', () => {
  const app = useApp();
  const linkedLibrary = useLinkedLibraries(app);

  const run = (...words: string[]) => typedCommand({ dataDir: app().dataDir }, ['erase', 'Papers', ...words]);

  beforeAll(async () => {
    const { libraryId } = await linkedLibrary({ name: 'Papers', files: { 'draft.txt': 'a secret' } });
    const json = { path: '/draft.txt', name: 'final.txt' };
    const rename = `/api/local/v1/libraries/${libraryId}/items/rename/`;
    await app().call('POST', rename, { token: app().adminToken, json });
  });

  it('names the paths that a file had before, and takes it out of them only when told', async () => {
    const one = await run('/final.txt', '--dry-run');
    expect(one.out).toContain('Would erase 1 version of 1 path');
    expect(one.out).toMatch(/--all-names erases what was there too:\n\/draft\.txt +until \d{4}-/);
    const all = await run('/final.txt', '--all-names', '--dry-run');
    expect(all.out).toContain('Would erase 2 versions of 2 paths');
    expect(all.out).toMatch(/Also everything at the paths that the file had before:\n\/draft\.txt +until /);
    expect(await run('--object', 'a'.repeat(40), '--all-names', '--dry-run')).toMatchObject({
      ...{ code: 2, err: expect.stringContaining('--all-names needs a path.') },
    });
    const done = await run('/final.txt', '--all-names', '--yes', '--name', 'Papers');
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('the item is in none') });
    expect((await run('/draft.txt', '--dry-run')).code).not.toBe(0);
  });
});
