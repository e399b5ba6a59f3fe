import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { filesBelow, temporaryDataFolder } from '../../support/disk-store.ts';
import { useApp } from '../../support/running-app.ts';
import { type PushedFiles, syncAsker, syncDevice } from '../../support/sync-device.ts';
import { typedCommand } from '../../support/typed-command.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

const app = useApp();
let folder: ReturnType<typeof temporaryDataFolder>;

beforeEach(() => {
  folder = temporaryDataFolder();
});
afterEach(() => folder.remove());

const run = (...words: string[]) => typedCommand({ dataDir: app().dataDir, folder: folder.path }, words);

const LONG = 'n'.repeat(250);
/** The longest that a library holds, and too long below any folder. */
const DEEP = Array.from({ length: 16 }, () => LONG);
const LAST = 'x'.repeat(60);
const DEEPEST = `/${DEEP.join('/')}/${LAST}`;

/** A library to which a client brought a path that no folder of this disk has room for. The commit that it made. */
async function received(): Promise<string> {
  const { adminToken: token, url } = app();
  const made = await app().call('POST', '/api2/repos/', { token, form: { name: 'Received' } });
  const { repo_id: id } = made.json as { repo_id: LibraryId };
  const { json } = await app().call('GET', `/api2/repos/${id}/download-info/`, { token });
  const device = syncDevice(syncAsker(url, (json as { token: string }).token), id, 'admin@example.com');
  const { answer, commit } = await device.push(
    {
      d: {
        ...DEEP.reduceRight<PushedFiles>((below, name) => ({ [name]: below }), { [LAST]: 'deep' }),
        'good.txt': 'good',
      },
    },
    await device.head(),
  );
  expect(answer.status).toBe(200);
  return commit.id;
}

describe('what has no name on this disk', () => {
  // Windows has room for every path that a library holds.
  it.skipIf(process.platform === 'win32')(
    'is left out of an export and a restore, which say so and write the rest',
    async () => {
      const commit = await received();
      const words =
        'Left out, because this disk cannot hold the names or paths of 1 item, or takes them for others:\n';
      expect(await run('export', 'Received', '--to', 'a/out')).toEqual({
        code: 1,
        out: `Wrote 1 file (4 bytes) to ${join(folder.path, 'a/out')}.\n${words}/d${DEEPEST}\n`,
        err: '',
      });
      expect(await run('restore', 'Received', '/d', '--at', commit, '--to', 'a/back')).toEqual({
        code: 1,
        out: `Restored ${join(folder.path, 'a/back')}.\n${words}${DEEPEST}\n`,
        err: '',
      });
      expect(filesBelow(folder.path)).toEqual(['a/back/good.txt', 'a/out/d/good.txt']);
      const { out } = await run('export', 'Received', '--to', 'json', '--json');
      expect(JSON.parse(out)).toMatchObject({
        files: 1,
        left_out: { count: 1, paths: [`/d${DEEPEST}`] },
      });
    },
  );
});
