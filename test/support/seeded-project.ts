import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type CommandResult, runCommand } from '../checks/run-command.ts';

const root = join(import.meta.dirname, '../..');
const configs = [
  '.dependency-cruiser.mjs',
  'biome.json',
  'tsconfig.base.json',
  'tsconfig.main.json',
  'tsconfig.shared.json',
];

/** A small project under the real configuration, for showing that a rule bites. */
export class SeededProject {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** `files`: texts by path from the project root. */
  static async create(files: Readonly<Record<string, string>>): Promise<SeededProject> {
    const folder = await mkdtemp(join(tmpdir(), 'keepfold-seeded-'));
    for (const config of configs) await cp(join(root, config), join(folder, config));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return new SeededProject(folder);
  }

  run(script: string, args: readonly string[]): Promise<CommandResult> {
    const tool = join(root, 'node_modules', script);
    return runCommand(process.execPath, [tool, ...args], { cwd: this.folder, timeoutMs: 60_000 });
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
