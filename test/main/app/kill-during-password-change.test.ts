import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkOffline } from '../../../src-main/app/maintenance.ts';
import type { LocalClient } from '../../../src-main/headless/local-client.ts';
import { randomBytesOf } from '../../support/seeded-random.ts';
import { type ServedApp, serveApp } from '../../support/served-app.ts';

const KILLS = 3;
const passwordOf = (turn: number) => `password number ${turn}`;

const opens = ({ call }: LocalClient, library_id: string, password: string): Promise<boolean> =>
  call('POST libraries/:library_id/unlock/', { library_id, password }).then(
    () => true,
    () => false,
  );

async function contentOf({ client }: ServedApp, library_id: string): Promise<string> {
  const path = '/a.txt';
  const { url } = await client.call('POST libraries/:library_id/download-link/', { library_id, path });
  return await (await fetch(url)).text();
}

describe('a change of the password that is killed', () => {
  it('leaves the old password or the new one, and every file', { timeout: 120_000 }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'keepfold-kill-password-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    let app = await serveApp(dataDir);
    onTestFinished(() => void app.process.kill('SIGKILL'));
    const { id } = await app.client.call('POST libraries/', { name: 'Secret', password: passwordOf(0) });
    const upload = await app.client.call('POST libraries/:library_id/upload-link/', {
      ...{ library_id: id, path: '/' },
    });
    const form = new FormData();
    form.set('parent_dir', '/');
    form.set('file', new Blob(['hidden']), 'a.txt');
    await fetch(new URL(upload.url, app.url), { method: 'POST', body: form });

    const delays = randomBytesOf('kill during password change', KILLS);
    let now = 0;
    for (const delay of delays) {
      const names = { old_password: passwordOf(now), new_password: passwordOf(now + 1) };
      const changed = app.client
        .call('PUT libraries/:library_id/password/', { library_id: id, ...names })
        .then(() => true)
        .catch(() => false);
      await new Promise((resolve) => setTimeout(resolve, delay / 10));
      const [isDone] = await Promise.all([changed, app.kill()]);
      app = await serveApp(dataDir);
      const [old, wanted] = [
        await opens(app.client, id, passwordOf(now)),
        await opens(app.client, id, passwordOf(now + 1)),
      ];
      expect(old !== wanted, `${String(old)} ${String(wanted)}`).toBe(true);
      // What was acknowledged holds.
      if (isDone) expect(wanted).toBe(true);
      expect(await contentOf(app, id)).toBe('hidden');
      if (wanted) now += 1;
    }
    await app.stop();
    expect((await checkOffline(dataDir, true)).sound).toBe(true);
  });
});
