import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SearchPageJson } from '../../../../src-shared/search-api.ts';
import { useLinkedLibraries } from '../../../support/linked-library.ts';
import { useApp } from '../../../support/running-app.ts';
import { typedCommand } from '../../../support/typed-command.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 40_000 });

describe('search on the command line', () => {
  const app = useApp();
  const linkedLibrary = useLinkedLibraries(app);

  const run = (...words: string[]) => typedCommand({ dataDir: app().dataDir }, words);

  beforeAll(async () => {
    await linkedLibrary({ name: 'Trips', files: { 'plan.txt': 'meet in Venice', 'other.txt': 'x' } });
    await vi.waitUntil(async () => (await run('search', 'venice', '--text')).out.includes('plan.txt'), {
      timeout: 30_000,
      interval: 200,
    });
  });

  it('finds names, and with --text what files hold', async () => {
    expect((await run('search', 'plan')).out).toMatch(/^now {2}\S+ +Trips:\/plan\.txt\n$/);
    expect((await run('search', 'venice')).out).toBe('Nothing was found.\n');
    expect((await run('search', 'in', 'venice', '--text', '--library', 'Trips')).out).toContain(
      'Trips:/plan.txt  meet in Venice',
    );
  });

  // No Windows disk holds such a name, and no call takes one.
  it.skipIf(process.platform === 'win32')(
    'shows what a name would do to the terminal, but to programs the name',
    async () => {
      const name = 'harmless\u202etxt.\u001b[2J';
      await linkedLibrary({ name: 'Received', files: { [name]: 'x' } });
      await vi.waitUntil(async () => (await run('search', 'harmless')).out.includes('Received'), {
        timeout: 30_000,
        interval: 200,
      });
      expect((await run('search', 'harmless')).out).toContain('/harmless\\u202etxt.\\x1b[2J\n');
      expect((await run('ls', 'Received')).out).toContain('  harmless\\u202etxt.\\x1b[2J\n');
      const { out } = await run('ls', 'Received', '--json');
      expect(JSON.parse(out)).toMatchObject([{ name }]);
    },
  );

  it('answers programs in JSON', async () => {
    const { out } = await run('search', 'plan', '--json');
    const { results } = JSON.parse(out) as SearchPageJson;
    expect(results.map(({ path, state }) => [path, state])).toEqual([['/plan.txt', 'now']]);
  });

  it('wants words, and a library that is there', async () => {
    expect(await run('search')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Usage: search <words>'),
    });
    expect((await run('search', 'a', '--library', 'None')).err).toContain('There is no library "None".');
  });
});
