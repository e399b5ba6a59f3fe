import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SearchPageJson } from '../../../src-shared/search-api.ts';
import { useLinkedLibraries } from '../../support/linked-library.ts';
import { useApp } from '../../support/running-app.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 40_000 });

const CLI = join(import.meta.dirname, '../../../src-main/headless/cli.ts');

describe('search on the command line', () => {
  const app = useApp();
  const linkedLibrary = useLinkedLibraries(app);

  async function run(...words: string[]) {
    const child = spawn(process.execPath, [CLI, ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, KEEPFOLD_DATA_DIR: app().dataDir },
    });
    const code = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await code, out, err };
  }

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
