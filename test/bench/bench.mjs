import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { findOnPath } from '../../resources/launch/debian-packages.mjs';
import { describeMachine, joinSections, tablesIn, withSections } from './bench-report.mjs';

// Runs the benchmark harness, which is no part of this repository, with Keepfold in its slot beside the peers that are
// installed here, and writes the tables it prints into resources/benchmarks.md.

const root = resolve(import.meta.dirname, '../..');
const publishedReport = join(root, 'resources/benchmarks.md');
const adapter = `${process.execPath} ${join(root, 'test/bench/adapter.mjs')}`;

/** Programs of the harness's peers, by the harness's name for them. `cp` is the limit that all are compared with. */
const peers = Object.entries({
  cp: 'cp',
  git: 'git',
  restic: 'restic',
  borg: 'borg',
  rclone: 'rclone',
  unison: 'unison',
  syncthing: 'syncthing',
  seafile: 'seaf-daemon',
});

const OWN_PARTS = ['pages', 'pictures', 'rows', 'memory'];

/** @typedef {{ harness: string, suite: string, reps: string, scale: string, work: string }} Wanted */

/** @type {Record<string, { title: string, run: (wanted: Wanted) => Promise<string> }>} */
const parts = {
  import: { title: 'Import, commit, restore', run: runImport },
  live: { title: 'What a person feels: from saving a file to its commit', run: runLive },
  clients: { title: 'With the official Seafile client', run: runClients },
  growth: { title: 'How cost grows with the number of files', run: runGrowth },
  pages: { title: 'The pages, in Chromium', run: (wanted) => runOwn('pages', wanted) },
  pictures: { title: 'Folders of pictures, in Chromium', run: (wanted) => runOwn('pictures', wanted) },
  rows: { title: 'Lists of a thousand and of a million rows', run: (wanted) => runOwn('rows', wanted) },
  memory: { title: 'Memory of the desktop app’s service', run: (wanted) => runOwn('memory', wanted) },
};

/** @param {Wanted} wanted */
function runImport({ harness, suite, reps, scale, work }) {
  const tools = peers.filter(([, program]) => findOnPath([program]) !== null).map(([tool]) => tool);
  const sizes = ['--suite', suite, '--reps', reps, '--scale', scale];
  const contest = ['--tools', tools.join(','), '--product', `Keepfold=${adapter}`];
  return python(join(harness, 'run.py'), [...sizes, ...contest, '--work', join(work, 'import')]);
}

/** @param {Wanted} wanted */
async function runLive(wanted) {
  const targets = [
    ...(findOnPath(['seaf-daemon']) ? ['seafile'] : []),
    ...(findOnPath(['syncthing']) ? ['syncthing', 'syncthing2'] : []),
  ];
  const args = ['--data', await smallFiles(wanted), '--targets', targets.join(','), '--product', adapter];
  return python(join(wanted.harness, 'live.py'), [...args, '--work', join(wanted.work, 'live')]);
}

/** @param {Wanted} wanted */
async function runClients(wanted) {
  if (findOnPath(['seaf-daemon']) === null) return '';
  const args = ['--data', await smallFiles(wanted), '--reps', wanted.reps, '--product', adapter];
  return python(join(wanted.harness, 'seafsync.py'), [...args, '--work', join(wanted.work, 'clients')]);
}

/** @param {Wanted} wanted */
function runGrowth({ harness, scale, work }) {
  // The harness edits files of the first thousand.
  const sizes = [1_000, 10_000, 100_000].map((count) => Math.max(1_000, Math.round(count * Number(scale))));
  const files = [...new Set(sizes)].join(',');
  const args = ['--files', files, '--product', adapter, '--work', join(work, 'growth')];
  return python(join(harness, 'scale.py'), [...args, ...(findOnPath(['git']) ? ['--git'] : [])]);
}

/**
 * A part that needs no harness.
 * @param {string} name
 * @param {Wanted} wanted
 */
function runOwn(name, { scale, work }) {
  const folder = join(work, name);
  mkdirSync(folder, { recursive: true });
  return run(process.execPath, [join(root, 'test/bench', name, 'main.ts'), folder, scale]);
}

/**
 * The harness's ten thousand small files, made when they are not there yet.
 * @param {Wanted} wanted
 */
async function smallFiles({ harness, scale, work }) {
  const folder = join(work, 'small-files');
  if (!existsSync(folder)) await python(join(harness, 'lib/gen.py'), ['W1', folder, '--scale', scale]);
  return folder;
}

/**
 * Runs a program of the harness; its progress goes to standard error.
 * @param {string} script
 * @param {readonly string[]} args
 * @returns {Promise<string>} what it printed
 */
function python(script, args) {
  return run('python3', [script, ...args]);
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<string>} what it printed
 */
async function run(program, args) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  // The harness takes its file systems down when it is told to stop, and is waited for.
  const stop = () => child.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  const lines = /** @type {string[]} */ ([]);
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    process.stderr.write(`${line}\n`);
  });
  const [code] = await once(child, 'close');
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`);
  return lines.join('\n');
}

function readOptions() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({
    options: {
      harness: { ...text, default: process.env['KEEPFOLD_BENCH_HARNESS'] ?? '' },
      parts: { ...text, default: Object.keys(parts).join(',') },
      suite: { ...text, default: 'small,big,tiny' },
      reps: { ...text, default: '3' },
      scale: { ...text, default: '1' },
      work: { ...text, default: join(tmpdir(), `keepfold-bench-${process.pid}`) },
      out: text,
    },
  });
  const chosen = values.parts.split(',').filter((part) => part in parts);
  if (values.harness === '' && chosen.some((part) => !OWN_PARTS.includes(part)))
    throw new Error('Where the harness is: --harness DIR or KEEPFOLD_BENCH_HARNESS.');
  const typedIn = process.env['INIT_CWD'] ?? process.cwd();
  const { out } = values;
  return {
    wanted: { ...values, harness: resolve(typedIn, values.harness), work: resolve(typedIn, values.work) },
    chosen,
    // A quick try with small files must not take the place of real figures.
    out: out === undefined ? (values.scale === '1' ? publishedReport : null) : resolve(typedIn, out),
  };
}

/**
 * What a part measured; empty when it failed. It does not take the hours of the others with it, and its older figures stay.
 * @param {{ run: (wanted: Wanted) => Promise<string> }} part
 * @param {Wanted} wanted
 */
async function outcome(part, wanted) {
  try {
    return tablesIn(await part.run(wanted));
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(
      `Could not be measured: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return '';
  }
}

async function main() {
  const { wanted, chosen, out } = readOptions();
  mkdirSync(wanted.work, { recursive: true });
  try {
    const scale = wanted.scale === '1' ? '' : `, ${wanted.scale} of the usual size`;
    const how = `${describeMachine()} ${wanted.reps} repetitions${scale}.`;
    const sections = [];
    for (const name of chosen) {
      const part = parts[name];
      const tables = part ? await outcome(part, wanted) : '';
      if (part && tables !== '') sections.push({ title: part.title, text: `${how}\n\n${tables}` });
    }
    process.stdout.write(`${joinSections(sections)}\n`);
    if (out === null) return;
    const before = readFileSync(existsSync(out) ? out : publishedReport, 'utf8');
    const order = Object.values(parts).map(({ title }) => title);
    writeFileSync(out, withSections(before, sections, order));
  } finally {
    rmSync(wanted.work, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
