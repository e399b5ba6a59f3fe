import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sandboxProblem } from '../../../resources/launch/sandbox-problem.mjs';
import { temporaryDataFolder } from '../../support/disk-store.ts';

let folder: ReturnType<typeof temporaryDataFolder>;
let setting: string;
let helper: string;

beforeEach(() => {
  folder = temporaryDataFolder();
  setting = join(folder.path, 'setting');
  helper = join(folder.path, 'chrome-sandbox');
  writeFileSync(setting, '1\n');
  writeFileSync(helper, '');
});
afterEach(() => folder.remove());

const problem = () => sandboxProblem(join(folder.path, 'electron'), setting);

describe.runIf(process.platform === 'linux')('a sandbox that cannot start from a checkout', () => {
  it('is explained with the two commands that help', () => {
    expect(problem()).toContain(`\n  sudo chown root '${helper}'\n  sudo chmod 4755 '${helper}'\n`);
  });

  it('is not to blame where the system allows it to everybody', () => {
    writeFileSync(setting, '0\n');
    expect(problem()).toBeNull();
    expect(sandboxProblem(join(folder.path, 'electron'), join(folder.path, 'none'))).toBeNull();
  });

  it.runIf(process.getuid?.() === 0)('is not to blame once both commands were given', () => {
    chownSync(helper, 1000, 1000);
    chmodSync(helper, 0o4755);
    expect(problem()).toContain('sudo chown root');
    chownSync(helper, 0, 0);
    expect(problem()).toContain('sudo chmod 4755');
    chmodSync(helper, 0o4755);
    expect(problem()).toBeNull();
  });
});
