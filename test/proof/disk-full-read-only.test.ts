import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { ApiRefusal, type LocalClient } from '../../src-main/headless/local-client.ts';
import { makeFolder } from '../support/library-owner.ts';
import { download, wholeHistory } from '../support/library-tree.ts';
import { reportBar } from '../support/report-bar.ts';
import { untilIdle } from '../support/served-app.ts';
import { endedStart, killLeftServers, runServer, type ServerConditions } from '../support/server-run.ts';

/** Root may write whatever the modes say, unless it gives that up. */
const OVERRIDES = '-dac_override,-dac_read_search';
const LIKE_ANYBODY = ['setpriv', `--bounding-set=${OVERRIDES}`, `--inh-caps=${OVERRIDES}`];
const conditions: ServerConditions = process.getuid?.() === 0 ? { under: LIKE_ANYBODY } : {};

function makePlace(): { dataDir: string; root: string } {
  const place = mkdtempSync(join(tmpdir(), 'keepfold-proof-read-only-'));
  const [dataDir, root] = [join(place, 'data'), join(place, 'folder')];
  for (const folder of [dataDir, root]) mkdirSync(folder);
  onTestFinished(() => {
    setWritable(dataDir, true);
    rmSync(place, { recursive: true, force: true });
  });
  return { dataDir, root };
}

/** Gives or takes the right to write in the folder and everything below it. */
function setWritable(folder: string, isWritable: boolean): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) setWritable(path, isWritable);
    else chmodSync(path, isWritable ? 0o600 : 0o400);
  }
  chmodSync(folder, isWritable ? 0o700 : 0o500);
}

/** Everything that a client can ask to be changed; what it answered. */
async function tryWrites(client: LocalClient, libraryId: string): Promise<(ApiRefusal | 'done')[]> {
  const library = { library_id: libraryId };
  const writes: (() => Promise<unknown>)[] = [
    () => makeFolder(client, libraryId, 'made while read-only'),
    () => client.call('PATCH libraries/:library_id/', { ...library, name: 'renamed while read-only' }),
    () => client.call('PATCH libraries/:library_id/', { ...library, keep_days: 30 }),
    () => client.call('DELETE libraries/:library_id/entries/', { ...library, path: '/second' }),
    () => client.call('DELETE libraries/:library_id/trash/', library),
    () => client.call('POST libraries/', { name: 'new while read-only' }),
  ];
  const answers: (ApiRefusal | 'done')[] = [];
  for (const write of writes) {
    try {
      await write();
      answers.push('done');
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      answers.push(error);
    }
  }
  return answers;
}

afterAll(killLeftServers);

describe('a data folder that cannot be written to', () => {
  it('ends the start with code 3 and one line that says so', { timeout: 180_000 }, async () => {
    const { dataDir } = makePlace();
    await (await runServer(dataDir, conditions)).stop();
    setWritable(dataDir, false);
    const refused = await endedStart(dataDir, conditions);
    expect({ code: refused.code, output: refused.output }).toEqual({ code: 3, output: '' });
    const lines = refused.errors.trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 60,
      event: 'data-dir-unusable',
      msg: expect.stringMatching(/^The data folder .* cannot be used: /),
    });
    setWritable(dataDir, true);
    const again = await runServer(dataDir, conditions);
    expect(await again.stop()).toBe(0);
  });

  it('is read from and never crashes the server when that happens while it runs', {
    timeout: 180_000,
  }, async () => {
    const { dataDir, root } = makePlace();
    const content = randomBytes(1_200_000);
    for (const name of ['first', 'second', 'third']) writeFileSync(join(root, name), content.subarray(0, -9));
    writeFileSync(join(root, 'large'), content);
    const server = await runServer(dataDir, conditions);
    const { client } = server;
    const { library_id: id } = await client.call('POST folders/', { path: root });
    await untilIdle(client, 60_000);
    const { head_commit_id: commitId } = await client.call('GET libraries/:library_id/', { library_id: id });

    setWritable(dataDir, false);
    const answers = await tryWrites(client, id);
    const unclear = answers
      .filter((answer) => answer !== 'done')
      .filter(({ status, message }) => status !== 503 || !/cannot be written/i.test(message))
      .map(({ status, message }) => `${status} ${message}`);
    const large = await download(client, id, { path: '/large', commitId });
    const before = await wholeHistory(client, id);
    const isUp = !server.hasEnded();
    await server.kill();

    setWritable(dataDir, true);
    const again = await runServer(dataDir, conditions);
    const report = await again.client.call('POST check/', { full: true });
    const history = (await wholeHistory(again.client, id)).map((commit) => commit.id);
    await makeFolder(again.client, id, 'made when writable');
    const lost = before.filter((commit) => !history.includes(commit.id));
    await again.stop();

    const refused = answers.filter((answer) => answer !== 'done').length;
    reportBar({
      bar: 'data folder read-only',
      goal: 'at start: code 3 and one line; while running: reads served, writes refused in words, no crash',
      seen: `code 3; ${answers.length - refused} of ${answers.length} writes still durable, ${refused} refused`,
      bad: unclear.length + lost.length + report.problems.length,
    });
    expect({ unclear, isUp, lost, problems: report.problems }).toEqual({
      unclear: [],
      isUp: true,
      lost: [],
      problems: [],
    });
    expect(large).toEqual(content);
  });
});
