import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ServeProcess } from '../../support/serve-process.ts';
import { listingsIn, type RowsFolder, smallCallsIn } from './asked-calls.ts';
import { type Answers, load, type Question, quantile } from './load.ts';
import { makeLibraries } from './make-libraries.ts';
import { addRows } from './make-rows.ts';

/** A server that is asked, with how it lets in. */
interface Asked {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
}

/** What a call took, as the middle one of its rounds has it. */
interface Measured {
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
  readonly cpuMs: number;
}

const LIBRARIES = 1_000;
const ENTRIES = 1_000;
const FEW = 1_000;
const MANY = 1_000_000;
const CONNECTIONS = [1, 32] as const;
const ROUNDS = 3;
const ROUND_MS = 700;
const WARM_UP_MS = 300;

/**
 * Measures listings over few and over many rows, and what a small call costs beside the least that a server can do.
 * Answers tables.
 *
 * @param work an empty folder
 * @param scale 1 for a million rows in a thousand libraries, less for a quick try
 */
export async function measureRows(work: string, scale: number): Promise<string> {
  try {
    const base = join(work, 'base');
    const sized = (count: number) => Math.max(10, Math.round(count * Math.min(1, scale)));
    const sizes = { libraries: sized(LIBRARIES), entries: sized(ENTRIES) };
    const ids = await makeLibraries(base, sizes);
    const folders = [FEW, Math.max(FEW, Math.round(MANY * scale))].map((rows): RowsFolder => {
      const dataDir = join(work, String(rows));
      cpSync(base, dataDir, { recursive: true });
      addRows(dataDir, ids, rows);
      return { dataDir, libraryId: ids[0] ?? '', rows };
    });
    return await measureFolders(folders);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The same over data folders that are there, from few to many rows. Both are served at once, and asked in turn. */
async function measureFolders(folders: readonly RowsFolder[]): Promise<string> {
  const servers: ServeProcess[] = [];
  try {
    for (const { dataDir } of folders) servers.push(await ServeProcess.startAgain(dataDir));
    const listings = await tableOfListings(folders, servers);
    return `${listings}\n\n${await tableOfSmallCalls(folders, servers)}`;
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function tableOfListings(folders: readonly RowsFolder[], servers: readonly Asked[]): Promise<string> {
  const sizes = folders.map(({ rows }) => formatted(rows));
  const perSize = sizes.map((size) => `${size}: p50, p99 ms | a second | cpu ms`);
  const lines = [`| listing | connections | ${perSize.join(' | ')} | × of few |`, `|${'---|'.repeat(9)}`];
  const [calls = [], ...others] = folders.map(listingsIn);
  for (const [at, { what, path }] of calls.entries()) {
    const paths = [path, ...others.map((those) => those[at]?.path ?? '')];
    for (const connections of CONNECTIONS) {
      const asked = servers.map((server, place) => ({ server, path: paths[place] ?? '' }));
      const measured = await inSequence(asked, connections);
      const [few, many] = measured;
      const ratio = ((many?.p50 ?? Number.NaN) / (few?.p50 ?? Number.NaN)).toFixed(2);
      lines.push(`| ${what} | ${connections} | ${measured.map(cellsOf).join(' | ')} | ${ratio} |`);
    }
  }
  return lines.join('\n');
}

/** Over many rows, beside a server that answers with a row and does nothing else. */
async function tableOfSmallCalls(folders: readonly RowsFolder[], servers: readonly Asked[]): Promise<string> {
  const [folder, server] = [folders.at(-1), servers.at(-1)];
  if (folder === undefined || server === undefined) return '';
  const hello = await startHello();
  try {
    const calls = smallCallsIn(folder).map(({ what, path }) => ({ what, asked: { server, path } }));
    const all = [{ what: 'Fastify and a row', asked: { server: hello, path: '/hello' } }, ...calls];
    const measured = await inSequence(
      all.map(({ asked }) => asked),
      CONNECTIONS[1],
    );
    const least = measured[0]?.perSecond ?? Number.NaN;
    const lines = all.map(({ what }, at) => {
      const of = measured[at];
      return of ? `| ${what} | ${cellsOf(of)} | ${(of.perSecond / least).toFixed(2)} |` : '';
    });
    return [
      '| small call | p50, p99 ms | a second | cpu ms | × of least |',
      '|---|---|---|---|---|',
      ...lines,
    ].join('\n');
  } finally {
    hello.end();
  }
}

async function startHello() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hello-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return { url: String(url), token: 'none', pid: child.pid ?? 0, end: () => child.stdin.end() };
}

/** Round by round, so that what else the machine does falls on all of them. */
async function inSequence(
  asked: readonly { readonly server: Asked; readonly path: string }[],
  connections: number,
): Promise<Measured[]> {
  const rounds: Answers[][] = asked.map(() => []);
  for (const { server, path } of asked)
    await load(questionTo(server, path), { connections, milliseconds: WARM_UP_MS });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, { server, path }] of asked.entries())
      rounds[at]?.push(await load(questionTo(server, path), { connections, milliseconds: ROUND_MS }));
  }
  return rounds.map((answers) => ({
    p50: median(answers.map(({ milliseconds }) => quantile(milliseconds, 0.5))),
    p99: median(answers.map(({ milliseconds }) => quantile(milliseconds, 0.99))),
    perSecond: median(answers.map(({ perSecond }) => perSecond)),
    cpuMs: median(answers.map(({ cpuMs }) => cpuMs)),
  }));
}

function questionTo({ url, token, pid }: Asked, path: string): Question {
  return { url, token, pid, path };
}

function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

function cellsOf({ p50, p99, perSecond, cpuMs }: Measured): string {
  return `${p50.toFixed(2)}, ${p99.toFixed(2)} | ${Math.round(perSecond)} | ${cpuMs.toFixed(3)}`;
}

function formatted(count: number): string {
  return count.toLocaleString('en-GB');
}
