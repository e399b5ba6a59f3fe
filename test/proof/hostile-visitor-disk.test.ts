import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { proofSize } from '../support/proof-size.ts';
import { killLeftServers, runServer } from '../support/server-run.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const MIB = 1024 * 1024;
const DISK_BYTES = 160 * MIB;
const PIECE = Buffer.alloc(2 * MIB, 'x');
/** More than the disk holds. */
const BEGINNINGS = proofSize({ ci: 100, long: 200 });

interface Told {
  readonly status: number;
  readonly text: string;
}

afterAll(killLeftServers);

describe('a visitor of an upload link on a small disk', () => {
  it('cannot fill it so far that nobody signs in, deletes or takes the link back', {
    timeout: 300_000,
  }, async () => {
    const place = mkdtempSync(join(tmpdir(), 'keepfold-visited-'));
    const dataDir = join(place, 'data');
    mkdirSync(dataDir);
    const disk = await mountSmallDisk(dataDir, DISK_BYTES);
    const server = await runServer(dataDir, disk.conditions);
    onTestFinished(async () => {
      if (!server.hasEnded()) await server.kill();
      await disk.unmount();
      rmSync(place, { recursive: true, force: true });
    });
    const call = async (
      method: string,
      path: string,
      body?: FormData | URLSearchParams,
      token = server.token,
    ) => {
      const headers: Record<string, string> = token === '' ? {} : { Authorization: `Token ${token}` };
      const response = await fetch(new URL(path, server.url), { method, headers, ...(body ? { body } : {}) });
      return { status: response.status, text: await response.text() } satisfies Told;
    };
    const json = ({ text }: Told) => JSON.parse(text) as Record<string, string>;

    const repo =
      json(await call('POST', '/api2/repos/', new URLSearchParams({ name: 'Inbox' })))['repo_id'] ?? '';
    const wanted = new URLSearchParams({ repo_id: repo, path: '/' });
    const link = json(await call('POST', '/api/v2.1/upload-links/', wanted))['token'] ?? '';
    const address = json(await call('GET', `/api/v2.1/upload-links/${link}/upload/`, undefined, ''));
    const uploadUrl = address['upload_link'] ?? '';

    const refused: number[] = [];
    for (let number = 0; number < BEGINNINGS; number += 1) {
      const form = new FormData();
      form.append('parent_dir', '/');
      form.append('file', new Blob([PIECE]), `beginning-${number}.bin`);
      const headers = {
        'Content-Range': `bytes 0-${PIECE.length - 1}/${100 * PIECE.length}`,
        'Content-Disposition': `attachment; filename="beginning-${number}.bin"`,
      };
      const { status } = await fetch(uploadUrl, { method: 'POST', headers, body: form });
      if (status !== 200) refused.push(status);
    }
    expect.soft(refused.length).toBeGreaterThan(BEGINNINGS / 2);
    expect.soft(disk.freeBytes()).toBeGreaterThan(8 * MIB);

    const account = new URLSearchParams({ username: 'admin@example.com', password: 'admin-secret' });
    expect.soft((await call('POST', '/api2/auth-token/', account, '')).status).toBe(200);
    expect.soft((await call('DELETE', `/api/v2.1/upload-links/${link}/`)).status).toBe(200);
    expect.soft((await call('DELETE', `/api2/repos/${repo}/`)).status).toBe(200);
  });
});
