import { afterAll, expect, it } from 'vitest';
import { EMPTY_ID } from '../../src-main/core/objects/object-id.ts';
import { AttackedServer } from '../support/attacks/attacked-server.ts';
import { HostileTree } from '../support/attacks/hostile-tree.ts';
import { expectUnharmed, reportAttack } from '../support/attacks/unharmed.ts';
import { WatchedLoop } from '../support/attacks/watched-loop.ts';
import { proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { killLeftServers } from '../support/server-run.ts';

const MIB = 1024 * 1024;
/** In time of the processor; a collection of the memory falls into it, and what shares the core makes it slower. */
const LONGEST_STRETCH_MS = 250;

type Device = Awaited<ReturnType<AttackedServer['hostileDevice']>>;

/** Pushes a tree onto a commit, or onto the head. */
async function push(
  device: Device,
  make: (tree: HostileTree) => ReturnType<HostileTree['dir']>,
  parentId?: Awaited<ReturnType<Device['head']>>,
): Promise<number> {
  const tree = new HostileTree();
  const rootId = make(tree);
  await device.bring(tree.built(rootId));
  const names = { libraryName: device.libraryName };
  const commit = device.commitOf(rootId, parentId ?? (await device.head()), names);
  await device.putCommit(commit);
  return (await device.putHead(commit.id)).status;
}

afterAll(killLeftServers);

it('a device keeps nobody waiting with conflicts of one name, rows that go, and wide folders', {
  timeout: 300_000,
}, async () => {
  const loop = new WatchedLoop();
  const attacked = await AttackedServer.start(loop.conditions);
  const device = await attacked.hostileDevice('Turns');
  const list = (path: string) =>
    attacked.ask('GET', `/api2/repos/${device.libraryId}/dir/?p=${path}`, attacked.attacker);
  await loop.begin(attacked.server.pid);
  const cost = await attacked.during(async () => {
    const base = await device.head();
    for (const side of ['a', 'b']) {
      const conflicting = (tree: HostileTree) =>
        tree.dir(
          Array.from({ length: proofSize({ ci: 1_500, long: 20_000 }) }, (_, at) =>
            tree.file(`${'n'.repeat(240)}${10_000 + at}`, Buffer.from(side)),
          ),
        );
      expect.soft(await push(device, conflicting, base)).toBe(200);
    }
    for (const rows of [proofSize({ ci: 1_000, long: 4_000 }), 1]) {
      const going = (tree: HostileTree) => {
        const inside = Array.from({ length: rows }, (_, at) => tree.file(`${at}`, Buffer.from('x')));
        return tree.dir(tree.folders(10, tree.dir(inside)));
      };
      expect.soft(await push(device, going)).toBe(200);
    }
    const wide = (tree: HostileTree) =>
      tree.dir([tree.folder('wide', tree.dir(tree.folders(60_000, EMPTY_ID)))]);
    expect.soft(await push(device, wide)).toBe(200);
    const made = await attacked.ask(
      'POST',
      `/api2/repos/${device.libraryId}/dir/?p=/wide/one-more`,
      attacked.attacker,
      { operation: 'mkdir' },
    );
    expect.soft(made.status).toBe(201);
    const listings = await Promise.all(['/wide', '/wide', '/wide'].map(list));
    for (const listing of listings) expect.soft((await listing.text()).length).toBeGreaterThan(MIB);
  });
  const longestMs = loop.longestMs();
  expectUnharmed(cost, 64 * MIB);
  expect.soft(longestMs).toBeLessThan(LONGEST_STRETCH_MS);
  reportAttack('hostile writer: turns', 'conflicts of one name, rows that go, a wide folder', cost);
  reportBar({
    bar: 'longest stretch of the server while it is attacked',
    goal: `below ${LONGEST_STRETCH_MS} ms of the processor`,
    seen: `${Math.round(longestMs)} ms`,
    bad: longestMs < LONGEST_STRETCH_MS ? 0 : 1,
  });
});
