import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { EMPTY_ID, type ObjectId, objectIdOf } from '../../src-main/core/objects/object-id.ts';
import { AttackedServer } from '../support/attacks/attacked-server.ts';
import { HostileTree } from '../support/attacks/hostile-tree.ts';
import { RawConnections } from '../support/attacks/raw-connections.ts';
import { expectUnharmed, reportAttack } from '../support/attacks/unharmed.ts';
import { proofSize } from '../support/proof-size.ts';
import { killLeftServers } from '../support/server-run.ts';
import { type BuiltTree, packOf } from '../support/sync-device.ts';

const MIB = 1024 * 1024;
const MOST_DISK_BYTES = 64 * MIB;
const IMPOSSIBLE_SECONDS = [9_007_199_254_740_991, 253_402_300_800, -62_135_596_801];

type Device = Awaited<ReturnType<AttackedServer['hostileDevice']>>;

interface Push {
  readonly what: string;
  readonly tree: (tree: HostileTree) => ObjectId;
  readonly ctimeSeconds?: number;
}

const CONTENT = Buffer.from('the truth is ten of these. ');

const LIES: readonly Push[] = [
  ...[1, 0, CONTENT.length + 1, 900_000_000, Number.MAX_SAFE_INTEGER].map(
    (rowBytes): Push => ({
      what: `a row of ${rowBytes} bytes for a file of ${CONTENT.length}`,
      tree: (tree) => tree.dir([tree.file('a.txt', CONTENT, { rowBytes })]),
    }),
  ),
  ...[1, CONTENT.length - 1, CONTENT.length + 1, 1e15].map(
    (objectBytes): Push => ({
      what: `a file object of ${objectBytes} bytes for blocks of ${CONTENT.length}`,
      tree: (tree) => tree.dir([tree.file('a.txt', CONTENT, { objectBytes })]),
    }),
  ),
  {
    what: 'bytes in a row of the empty file',
    tree: (tree) => tree.dir([tree.row('a.txt', EMPTY_ID, { sizeBytes: 5 })]),
  },
  {
    what: 'one block 110 times in a file of ten bytes',
    tree: (tree) =>
      tree.dir([tree.file('a.txt', Buffer.alloc(2 * MIB, 'x'), { repeats: 110, objectBytes: 10 })]),
  },
];

const TIMES: readonly Push[] = [
  ...IMPOSSIBLE_SECONDS.map(
    (mtimeSeconds): Push => ({
      what: `a file of the time ${mtimeSeconds}`,
      tree: (tree) => tree.dir([tree.file('a.txt', CONTENT, { mtimeSeconds })]),
    }),
  ),
  ...IMPOSSIBLE_SECONDS.map(
    (ctimeSeconds): Push => ({
      what: `a commit of the time ${ctimeSeconds}`,
      tree: (tree) => tree.dir([tree.file('a.txt', CONTENT)]),
      ctimeSeconds,
    }),
  ),
];

const BOMBS: readonly Push[] = [
  { what: 'folders that unfold to a million files', tree: (tree) => tree.bomb(10, 6) },
  { what: 'folders that unfold to four million files', tree: (tree) => tree.bomb(21, 5) },
  {
    what: 'paths of 50 KiB',
    tree: (tree) => {
      const files = Array.from({ length: 280 }, (_, number) => tree.file(`file-${number}`, Buffer.from('x')));
      return tree.below(tree.dir(tree.folders(280, tree.dir(files))), 220, 230);
    },
  },
  {
    what: 'one path of 4,097 bytes',
    tree: (tree) => tree.below(tree.dir([tree.file('x', CONTENT)]), 16, 255),
  },
];

/** Brings all of it and asks for the head to move. What the server says to the first step that it refuses, and how it has to refuse that one. */
async function pushTree(device: Device, { rootId, fs, blocks }: BuiltTree, ctimeSeconds?: number) {
  const brought = await device.ask('POST', '/recv-fs/', packOf(fs));
  if (brought.status !== 200) return { ...brought, refusedWith: 400 };
  await device.bring({ fs: new Map(), blocks });
  const times = ctimeSeconds === undefined ? {} : { ctimeSeconds };
  const parentId = await device.head();
  const commit = device.commitOf(rootId, parentId, { libraryName: device.libraryName, ...times });
  const put = await device.putCommit(commit);
  if (put.status !== 200) return { ...put, refusedWith: 400 };
  return { ...(await device.putHead(commit.id)), refusedWith: 403 };
}

async function expectRefused(device: Device, { what, tree, ctimeSeconds }: Push): Promise<void> {
  const before = await device.head();
  const hostile = new HostileTree();
  const rootId = tree(hostile);
  const { status, text, refusedWith } = await pushTree(device, hostile.built(rootId), ctimeSeconds);
  expect.soft({ what, status }).toEqual({ what, status: refusedWith });
  expect.soft({ what, text }).toEqual({ what, text: expect.stringMatching(/\w+ \w+ \w+/) });
  expect.soft({ what, head: await device.head() }).toEqual({ what, head: before });
}

/** A body that is announced and never ends. */
function silentBlock({ url }: { url: string }, { libraryId, syncToken }: Device): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `PUT /seafhttp/repo/${libraryId}/block/${'a'.repeat(40)} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
          `Seafile-Repo-Token: ${syncToken}\r\nContent-Length: ${60 * MIB}\r\n\r\n`,
      );
      socket.write(Buffer.alloc(64 * 1024), () => resolve(socket));
    });
    socket.once('error', reject);
  });
}

afterAll(killLeftServers);

describe('a device that may write one library', () => {
  it('is refused every lie about sizes and times, and nobody else waits', { timeout: 300_000 }, async () => {
    const attacked = await AttackedServer.start();
    const device = await attacked.hostileDevice('Lies');
    const cost = await attacked.during(async () => {
      for (const push of [...LIES, ...TIMES]) await expectRefused(device, push);
    });
    expectUnharmed(cost, MOST_DISK_BYTES);
    reportAttack('hostile writer: lies', `${LIES.length + TIMES.length} lies refused`, cost);
  });

  it('is refused lies about sizes in encrypted libraries', { timeout: 300_000 }, async () => {
    const attacked = await AttackedServer.start();
    const device = await attacked.hostileDevice('Secrets', { passwd: 'a long password of hers' });
    const head = await device.ask('GET', `/commit/${await device.head()}`);
    const { magic, key, salt } = JSON.parse(head.text) as { magic: string; key: string; salt?: string };
    const encryption = { version: 2 as const, magic, randomKey: key, salt: salt ?? '', passwordHash: null };
    // A stored block is 1 to 16 bytes longer than what it holds, in whole 16 bytes.
    const stored = randomBytes(48);
    const sizes: [bytes: number, status: number][] = [
      [31, 403],
      [32, 200],
      [47, 200],
      [48, 403],
      [1, 403],
    ];
    for (const [sizeBytes, status] of sizes) {
      const tree = new HostileTree();
      const rootId = tree.dir([tree.file(`${sizeBytes}.bin`, stored, { objectBytes: sizeBytes })]);
      const { fs, blocks } = tree.built(rootId);
      await device.bring({ fs, blocks });
      const commit = device.commitOf(rootId, await device.head(), { libraryName: 'Secrets', encryption });
      await device.putCommit(commit);
      const answer = await device.putHead(commit.id);
      expect.soft({ sizeBytes, status: answer.status }).toEqual({ sizeBytes, status });
    }
  });

  it('is refused folders that unfold without end, and nobody else waits', { timeout: 300_000 }, async () => {
    const attacked = await AttackedServer.start();
    const device = await attacked.hostileDevice('Bombs');
    const cost = await attacked.during(async () => {
      for (let round = 0; round < proofSize({ ci: 1, long: 10 }); round += 1)
        for (const push of BOMBS) await expectRefused(device, push);
    });
    expectUnharmed(cost, MOST_DISK_BYTES);
    reportAttack('hostile writer: folder bombs', `${BOMBS.length} bombs refused`, cost);
  });

  it('takes no memory with packs that inflate, wide folders and blocks that never end', {
    timeout: 300_000,
  }, async () => {
    const attacked = await AttackedServer.start();
    const device = await attacked.hostileDevice('Bodies');
    // Made before, so that only what the server does is measured.
    const inflating = deflateSync(Buffer.alloc(120 * MIB, 'a'));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(inflating.length);
    const pack = Buffer.concat([Buffer.from('a'.repeat(40)), length, inflating]);
    const wide = new HostileTree();
    const rootId = wide.dir(wide.folders(600_000, EMPTY_ID));
    const widePack = packOf(wide.built(rootId).fs);
    const cost = await attacked.during(async () => {
      const packs = Array.from({ length: 8 }, () => device.ask('POST', '/recv-fs/', pack));
      for (const { status } of await Promise.all(packs)) expect.soft([400, 503]).toContain(status);
      const blocks = await Promise.all(
        Array.from({ length: 24 }, () => silentBlock(attacked.server, device)),
      );
      const brought = await device.ask('POST', '/recv-fs/', widePack);
      expect.soft(brought.status).toBe(200);
      for (const block of blocks) block.destroy();
    });
    expectUnharmed(cost, MOST_DISK_BYTES);
    reportAttack(
      'hostile writer: bodies',
      '8 packs of 120 MiB, a folder of 600,000 rows, 24 silent blocks',
      cost,
    );
  });

  it('takes no memory with packs and blocks that it asks for and does not read', {
    timeout: 300_000,
  }, async () => {
    const attacked = await AttackedServer.start();
    const device = await attacked.hostileDevice('Answers');
    const wide = new HostileTree();
    const rootId = wide.dir(wide.folders(100_000, EMPTY_ID));
    await device.bring({ fs: wide.built(rootId).fs, blocks: new Map() });
    const block = Buffer.alloc(8 * MIB, 'x');
    await device.bring({ fs: new Map(), blocks: new Map([[objectIdOf(block), block]]) });
    const { host } = new URL(attacked.server.url);
    const asking = (line: string, more: string) =>
      `${line} HTTP/1.1\r\nHost: ${host}\r\nSeafile-Repo-Token: ${device.syncToken}\r\n${more}`;
    const repo = `/seafhttp/repo/${device.libraryId}`;
    const ids = JSON.stringify([rootId]);
    const pack = asking(`POST ${repo}/pack-fs`, `Content-Length: ${ids.length}\r\n\r\n${ids}`);
    const get = asking(`GET ${repo}/block/${objectIdOf(block)}`, '\r\n');
    const connections = new RawConnections(attacked.server.url);
    onTestFinished(() => connections.close());
    const cost = await attacked.during(async () => {
      await connections.openUnread(30, pack.repeat(8));
      await connections.openUnread(40, get.repeat(16));
      // So that all of these have had their time.
      for (let round = 0; round < 30; round += 1)
        await (await attacked.ask('GET', '/api2/account/info/', attacked.neighbour)).text();
    });
    expectUnharmed(cost, MOST_DISK_BYTES);
    reportAttack(
      'hostile writer: answers',
      '240 packs and 640 blocks that nobody reads take no memory',
      cost,
    );
  });

  it('has honest pushes taken all the same', { timeout: 300_000 }, async () => {
    const attacked = await AttackedServer.start();
    const device = await attacked.hostileDevice('Honest');
    const tree = new HostileTree();
    const zeros = tree.file('zeros.img', Buffer.alloc(MIB), { repeats: 3_000 });
    const rootId = tree.dir([
      zeros,
      tree.folder('many', tree.bomb(30, 3)),
      tree.row('empty', EMPTY_ID, { sizeBytes: 0 }),
    ]);
    expect((await pushTree(device, tree.built(rootId))).status).toBe(200);
  });
});
