import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.github/workflows');

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: Record<string, { readonly 'timeout-minutes': number; readonly steps: readonly Step[] }>;
}

async function read(name: string): Promise<Workflow> {
  const document = parseDocument(await readFile(join(folder, name), 'utf8'), { strict: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

describe.each(readdirSync(folder))('the workflow %s', (name) => {
  it('may only read the repository', async () => {
    const { permissions, jobs, on } = await read(name);
    expect(permissions).toEqual({ contents: 'read' });
    expect(Object.values(jobs).filter((job) => 'permissions' in job)).toEqual([]);
    // This one would run code of strangers with our rights.
    expect(on).not.toHaveProperty('pull_request_target');
  });

  it('uses only actions of the platform itself, each at one major version', async () => {
    const { jobs } = await read(name);
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.filter((action) => !/^actions\/[a-z-]+@v\d+$/.test(action))).toEqual([]);
  });

  it('ends, whatever happens', async () => {
    const { jobs } = await read(name);
    expect(Object.values(jobs).filter((job) => !(job['timeout-minutes'] <= 60))).toEqual([]);
  });

  it('puts no words of others into a shell', async () => {
    const { jobs } = await read(name);
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
  });

  it('runs only commands that package.json has', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const { jobs } = await read(name);
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    const named = commands.flatMap((command) =>
      [...command.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script),
    );
    expect(named.filter((script) => script === undefined || !(script in scripts))).toEqual([]);
  });
});
