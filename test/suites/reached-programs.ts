import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashesBelow } from '../support/mixed-files.ts';
import { isLongProof } from '../support/proof-size.ts';
import { hasRclone, killLeftRclones, type Rclone, setUpRclone } from '../support/rclone.ts';
import { hasSeafCli, startSeafClient } from '../support/seaf-cli.ts';
import { killLeftSeafDaemons } from '../support/seaf-daemon.ts';
import { killLeftServers } from '../support/server-run.ts';
import { callTls } from '../support/tls-calls.ts';
import type { WayToServer } from './reached-server.ts';

const OWNER = { user: 'admin@example.com', password: 'admin-secret' };
const DEADLINE_MS = 300_000;

/** In each run the bare protocols are tried over the same ways, by `describeReachedServer`. */
export const areProgramsTried = isLongProof && hasRclone && hasSeafCli;

/** Ends what tests that failed have left behind; for after the tests of a file. */
export function killLeftPrograms(): void {
  killLeftRclones();
  killLeftSeafDaemons();
  killLeftServers();
}

/** That programs work over a way; they trust the certificate that `SSL_CERT_FILE` names. */
export function describeReachedPrograms(
  title: string,
  openWay: (scratch: string) => Promise<WayToServer>,
): void {
  describe(title, () => {
    const scratch = mkdtempSync(join(tmpdir(), 'keepfold-reached-programs-'));
    const source = join(scratch, 'source');
    let way: WayToServer;

    beforeAll(async () => {
      way = await openWay(scratch);
      mkdirSync(join(source, 'süb'), { recursive: true });
      for (let at = 0; at < 20; at += 1) writeFileSync(join(source, 'süb', `file ${at}.txt`), `text ${at}`);
    }, DEADLINE_MS);

    afterAll(async () => {
      await way.end();
      rmSync(scratch, { recursive: true, force: true });
    });

    const isTls = () => way.url.startsWith('https:');

    it('rclone copies a folder up and down, as a Seafile client', { timeout: DEADLINE_MS }, async () => {
      const { user, password } = OWNER;
      const rclone: Rclone = setUpRclone(scratch, way.url, { keepfold: { user, secret: { password } } });
      await rclone.read('copy', source, 'keepfold:Rclone');
      await rclone.read('check', '--download', source, 'keepfold:Rclone');
    });

    it('rclone copies a folder up and down, by WebDAV', { timeout: DEADLINE_MS }, async () => {
      const { user, password } = OWNER;
      const Authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
      const headers = { host: new URL(way.url).host, authorization: Authorization };
      expect((await callTls(way.port, 'MKCOL', '/dav/Drive', { headers, isPlain: !isTls() })).status).toBe(
        201,
      );
      const rclone = setUpRclone(scratch, way.url, { unused: { user, secret: { password } } });
      const obscured = (await rclone.read('obscure', password)).toString().trim();
      const drive = `:webdav,url="${way.url}/dav/Drive",vendor=other,user="${user}",pass="${obscured}":`;
      await rclone.read('copy', source, drive);
      await rclone.read('check', '--download', source, drive);
    });

    it('the official client syncs in both directions', { timeout: DEADLINE_MS }, async () => {
      const account = { url: way.url, ...OWNER, isSelfSigned: isTls() };
      const client = await startSeafClient(join(scratch, 'client'), account);
      const id = await client.create('Synced');
      const folder = join(scratch, 'synced');
      mkdirSync(folder);
      writeFileSync(join(folder, 'here.txt'), 'from the client');
      await client.sync(id, folder);
      await client.untilSynchronized(id);
      const { user, password } = OWNER;
      const rclone = setUpRclone(scratch, way.url, { keepfold: { user, secret: { password } } });
      expect((await rclone.read('cat', 'keepfold:Synced/here.txt')).toString()).toBe('from the client');
      await rclone.feed(Buffer.from('from elsewhere'), 'rcat', 'keepfold:Synced/there.txt');
      await client.until('the other file', async () => {
        await client.syncNow(id);
        return Object.hasOwn(await hashesBelow(folder), 'there.txt') || undefined;
      });
      expect(readFileSync(join(folder, 'there.txt'), 'utf8')).toBe('from elsewhere');
      await client.stop();
    });
  });
}
