import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { snapshotOf } from '../support/folder-snapshot.ts';
import { isLongProof } from '../support/proof-size.ts';
import { ANN, OWNER, type SeafBench, startSeafBench } from '../support/seaf-bench.ts';
import { hasSeafCli, WITHOUT_SEAF_CLI } from '../support/seaf-cli.ts';

const DEADLINE_MS = 240_000;

let bench: SeafBench;

beforeAll(async () => {
  if (hasSeafCli) bench = await startSeafBench();
});

afterAll(async () => {
  if (hasSeafCli) await bench.end();
});

describe.skipIf(!(isLongProof && hasSeafCli))(
  `official clients${WITHOUT_SEAF_CLI}`,
  { timeout: DEADLINE_MS },
  () => {
    it('follow a history that something was erased from, also with a change made before', async ({
      expect,
    }) => {
      const id = await bench.newLibrary('Erased');
      const here = await bench.desk(id, 'erased-owner', OWNER);
      const there = await bench.desk(id, 'erased-ann', ANN);
      await mkdir(join(here.folder, 'keys'));
      await writeFile(join(here.folder, 'keys', 'secret.txt'), 'the password\n');
      await writeFile(join(here.folder, 'keys', 'public.txt'), 'public\n');
      await bench.untilAgreed(id, [here, there]);
      await there.client.stop();
      await writeFile(join(there.folder, 'keys', 'meanwhile.txt'), 'meanwhile\n');
      const { client } = bench.server();
      const item = { library_id: id, path: '/keys/secret.txt' };
      const plan = await client.call('POST libraries/:library_id/erasures/plan/', item);
      expect(plan.devices).toBe(2);
      const order = { ...item, head: plan.head, library_name: 'Erased' };
      await client.call('POST libraries/:library_id/erasures/', order);
      const states = async () =>
        (await client.call('GET libraries/:library_id/erasures/', { library_id: id })).erasures.map(
          ({ state, proof }) => [state, proof?.holding],
        );
      await expect.poll(states, { timeout: 30_000 }).toEqual([['done', 0]]);
      await there.client.start();
      // It has sent its change when the other one has it.
      await expect
        .poll(async () => Object.keys(await snapshotOf(here.folder)), { timeout: DEADLINE_MS / 2 })
        .toContain('keys/meanwhile.txt');
      const agreed = await bench.untilAgreed(id, [here, there]);
      expect(Object.keys(agreed).sort()).toEqual(['keys', 'keys/meanwhile.txt', 'keys/public.txt']);
      const again = client.call('POST libraries/:library_id/erasures/plan/', item);
      await expect(again).rejects.toThrow();
    });
  },
);
