import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { LocalClient } from '../../src-main/headless/local-client.ts';
import { fileIdOf } from '../support/folder-writer.ts';
import { makeFolder } from '../support/library-owner.ts';
import { LibraryTree } from '../support/library-tree.ts';
import { proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { untilIdle } from '../support/served-app.ts';
import { killLeftServers, runServer, type ServerRun } from '../support/server-run.ts';

/** The server has 28 open when nobody is there, and about 15 more with a linked folder. */
const DESCRIPTORS = 64;
const CLIENTS = 50;
const FILES = 500;
const DIRS = 20;
const LOAD_MS = proofSize({ ci: 6_000, long: 60_000 });
const WITHIN_MS = 90_000;

const contentOf = (name: string) => Buffer.from(`content of ${name}\n`.repeat(60));

interface Answers {
  served: number;
  /** Answered that the server is busy. */
  busy: number;
  /** No answer: there was no descriptor to talk on. */
  turnedAway: number;
  readonly bad: string[];
}

/** One request on a connection of the client's own. Status 0: none came about, or it was cut. */
function ask(url: string, agent: Agent, token: string): Promise<{ status: number; body: Buffer }> {
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, body: Buffer.alloc(0) });
    const request = get(url, { agent, headers: { Authorization: `Token ${token}` } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) }));
      response.on('error', failed);
    });
    request.on('error', failed);
  });
}

interface Wanted {
  readonly url: string;
  /** The bytes, where they are known. */
  readonly content?: Buffer;
}

async function readOnAndOn(
  wanted: readonly Wanted[],
  { token }: ServerRun,
  { answers, untilMs }: { answers: Answers; untilMs: number },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let turn = 0; Date.now() < untilMs; turn += 1) {
    const one = wanted[turn % wanted.length];
    if (one === undefined) break;
    const { status, body } = await ask(one.url, agent, token);
    const text = body.toString();
    if (status === 0) {
      answers.turnedAway += 1;
      await after(20);
    } else if (status === 200) {
      answers.served += 1;
      if (one.content?.equals(body) === false) answers.bad.push(`wrong bytes from ${one.url}`);
    } else if (status === 503 && /busy/i.test(text)) answers.busy += 1;
    else answers.bad.push(`${status} ${text}`);
  }
  agent.destroy();
}

async function thingsToRead(server: ServerRun, libraryId: string): Promise<Wanted[]> {
  const { client, url } = server;
  const base = `${url}/api/local/v1/libraries/${libraryId}`;
  const path = { path: '/first' };
  const link = await client.call('POST libraries/:library_id/download-link/', {
    library_id: libraryId,
    ...path,
  });
  return [
    { url: `${base}/entries/` },
    { url: new URL(link.url, url).href, content: contentOf('first') },
    { url: `${base}/history/` },
    { url: `${url}/api/local/v1/folders/` },
  ];
}

/** Until the library holds every file that was put into the folder; the names of those it still lacks. */
async function missingFiles(client: LocalClient, libraryId: string): Promise<string[]> {
  const deadline = Date.now() + WITHIN_MS;
  const tree = new LibraryTree(libraryId);
  for (;;) {
    const { head_commit_id: head } = await client.call('GET libraries/:library_id/', {
      library_id: libraryId,
    });
    const files = await tree.filesAt(client, head);
    const held = new Map(files.map(({ path, id }) => [path, id]));
    const missing = fileNames().filter((name) => held.get(`/${name}`) !== fileIdOf(contentOf(name)));
    if (missing.length === 0 || Date.now() > deadline) return missing;
    await after(250);
  }
}

function fileNames(): string[] {
  return Array.from({ length: FILES }, (_, number) => `dir-${number % DIRS}/file-${number}`);
}

afterAll(killLeftServers);

describe('a server that runs out of descriptors', () => {
  it('answers clearly or not at all, loses nothing and recovers', { timeout: 300_000 }, async () => {
    const place = mkdtempSync(join(tmpdir(), 'keepfold-proof-descriptors-'));
    const [dataDir, root] = [join(place, 'data'), join(place, 'folder')];
    for (let dir = 0; dir < DIRS; dir += 1) mkdirSync(join(root, `dir-${dir}`), { recursive: true });
    writeFileSync(join(root, 'first'), contentOf('first'));
    const server = await runServer(dataDir, { under: ['prlimit', `--nofile=${DESCRIPTORS}:${DESCRIPTORS}`] });
    onTestFinished(async () => {
      if (!server.hasEnded()) await server.kill();
      rmSync(place, { recursive: true, force: true });
    }, WITHIN_MS);
    const { client } = server;
    const { library_id: id } = await client.call('POST folders/', { path: root });
    await untilIdle(client, 60_000);
    const wanted = await thingsToRead(server, id);

    const answers: Answers = { served: 0, busy: 0, turnedAway: 0, bad: [] };
    const untilMs = Date.now() + LOAD_MS;
    const reading = Array.from({ length: CLIENTS }, () => readOnAndOn(wanted, server, { answers, untilMs }));
    for (const name of fileNames()) {
      writeFileSync(join(root, name), contentOf(name));
      await after(LOAD_MS / FILES / 2);
    }
    await Promise.all(reading);
    // Who worked in the folder goes on: what could not be opened is looked at again along with it.
    for (let dir = 0; dir < DIRS; dir += 1) writeFileSync(join(root, `dir-${dir}`, 'afterwards'), '');

    const missing = await missingFiles(client, id);
    await makeFolder(client, id, 'made afterwards');
    const { problem_count: problems } = await untilIdle(client, WITHIN_MS);
    const report = await client.call('POST check/', { full: true });
    const code = await server.stop();
    reportBar({
      bar: 'out of descriptors',
      goal: `${CLIENTS} clients and ${FILES} files with ${DESCRIPTORS} descriptors: nothing lost, recovers`,
      seen: `${answers.served} served, ${answers.busy} told that it is busy, ${answers.turnedAway} turned away`,
      bad: answers.bad.length + missing.length + report.problems.length,
    });
    expect({ missing, problems, code }).toEqual({ missing: [], problems: 0, code: 0 });
    expect({ bad: answers.bad.slice(0, 5), problems: report.problems }).toEqual({ bad: [], problems: [] });
  });
});
