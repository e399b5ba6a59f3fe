import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Check, reportOf } from '../../../../src-main/app/self-test/self-test.ts';

const FOLDER = join('/tmp', 'keepfold-self-test-1');
const good: Check = { name: 'digests', ok: true, detail: 'SHA-1', isOptional: false };

const report = (...checks: Check[]) => reportOf('server', checks, FOLDER);
const entries = (...checks: Check[]): unknown => JSON.parse(report(...checks).line).checks;

describe('the report of a self-test', () => {
  it('is one line that says which program was tried, and on what', () => {
    const { line, isGood } = report(good);
    expect(isGood).toBe(true);
    expect(line).not.toContain('\n');
    expect(JSON.parse(line)).toEqual({
      ...{ event: 'self-test', ok: true, program: 'server', keepfold: '0.1.0' },
      ...{ node: process.versions.node, arch: process.arch },
      os: expect.stringMatching(new RegExp(`^${process.platform} \\S+ \\(.+\\)$`)),
      checks: { digests: { ok: true, detail: 'SHA-1' } },
    });
  });

  it('is bad when something fails that everybody needs', () => {
    const { line, isGood } = report(good, { ...good, name: 'ciphers', ok: false });
    expect(isGood).toBe(false);
    expect(JSON.parse(line).ok).toBe(false);
  });

  it('is good when only something fails that may be missing, which it says', () => {
    const missing: Check = { name: 'keychain', ok: false, detail: 'none', isOptional: true };
    expect(report(good, missing).isGood).toBe(true);
    const without =
      'Passwords of encrypted libraries cannot be remembered: they are asked for after each start.';
    expect(entries(missing)).toEqual({ keychain: { ok: false, detail: 'none', optional: true, without } });
  });

  it('names no folder of the person, however an error spells it', () => {
    const own = join(homedir(), 'my secret', 'keepfold');
    const test = join(FOLDER, 'database', 'keepfold.db');
    const details = [`no ${own}`, `no ${pathToFileURL(own).href}`, `no ${test}`];
    const found = entries(...details.map((detail, index) => ({ ...good, name: String(index), detail })));
    const said = JSON.stringify(found);
    expect(said).not.toContain(homedir());
    expect(found).toMatchObject({
      0: { detail: `no ${join('~', 'my secret', 'keepfold')}` },
      1: { detail: 'no ~/my%20secret/keepfold' },
      2: { detail: `no ${join('<folder>', 'database', 'keepfold.db')}` },
    });
  });
});
