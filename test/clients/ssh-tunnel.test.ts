import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { areProgramsTried, describeReachedPrograms, killLeftPrograms } from '../suites/reached-programs.ts';
import { describeReachedServer, type WayToServer } from '../suites/reached-server.ts';
import { runServer } from '../support/server-run.ts';
import { hasSsh, openSshTunnel } from '../support/ssh-tunnel.ts';

afterAll(killLeftPrograms);

describe.skipIf(!hasSsh)('at the end of ssh -L, with another port than its own', () => {
  describeReachedServer('a server', throughTunnel);
});

describe.skipIf(!(hasSsh && areProgramsTried))('programs at the end of ssh -L', () => {
  describeReachedPrograms('a server', throughTunnel);
});

async function throughTunnel(scratch: string): Promise<WayToServer> {
  const server = await runServer(join(scratch, 'data'), { options: ['--allow-host', 'localhost'] });
  const tunnel = await openSshTunnel(mkdtempSync(join(scratch, 'ssh-')), Number(new URL(server.url).port));
  return {
    url: `http://localhost:${tunnel.port}`,
    port: tunnel.port,
    async end() {
      await tunnel.end();
      await server.stop();
    },
  };
}
