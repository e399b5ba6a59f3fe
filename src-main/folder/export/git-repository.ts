import { mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DomainError } from '../../core/errors.ts';
import type { HistoryTarget, NewRepository } from '../../usecases/history/history-exports.ts';
import { requireOutside } from './disk.ts';
import { GitFailure, hasGit, runGit } from './git-program.ts';
import { openEmptyFolder, refusalOf } from './write-out.ts';

/** Prefix of the folder in which everything is made, so that people see what a crash left behind. */
const UNFINISHED = '.keepfold-unfinished-';

/** Files of a library may tell git to convert contents; this has precedence and leaves everything as it is. */
const ATTRIBUTES = '* -text -ident -filter !working-tree-encoding\n';

/** Git repositories made in folders of this machine, outside of Keepfold's own data. */
export function createHistoryTarget({ dataDir }: { dataDir: string }): HistoryTarget {
  return {
    async open(to) {
      await requireOutside(dataDir, to);
      if (!(await hasGit())) throw new DomainError('git-missing', { value: to });
      const made = await openEmptyFolder(to);
      try {
        return new RepositoryInFolder(to, made, await mkdtemp(join(to, UNFINISHED)));
      } catch (error) {
        await removeFolders(made);
        throw refusalOf(error, to);
      }
    },
  };
}

/** A repository being made: in a folder inside the wanted one, from which it is moved at the end. */
class RepositoryInFolder implements NewRepository {
  readonly path: string;
  readonly #made: readonly string[];
  readonly #unfinished: string;
  /** What was put into place. */
  readonly #placed: string[] = [];

  constructor(path: string, made: readonly string[], unfinished: string) {
    this.path = path;
    this.#made = made;
    this.#unfinished = unfinished;
  }

  async fill(stream: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const gitFolder = join(this.#unfinished, '.git');
    await runGit(['init', '--quiet', '--template=', this.#unfinished], { signal });
    await mkdir(join(gitFolder, 'info'), { recursive: true });
    await writeFile(join(gitFolder, 'info', 'attributes'), ATTRIBUTES);
    await this.#git(this.#unfinished, ['symbolic-ref', 'HEAD', 'refs/heads/main'], { signal });
    await this.#git(this.#unfinished, ['fast-import', '--quiet'], { signal, input: stream });
  }

  async finish(signal: AbortSignal): Promise<string> {
    const problem = await this.#checkOut(signal);
    await this.#putIntoPlace();
    // Moved files have other times than git recorded; it would read them again.
    await this.#git(this.path, ['update-index', '-q', '--refresh'], { signal }).catch(ignoreFailure);
    return problem;
  }

  async discard(): Promise<void> {
    for (const path of [this.#unfinished, ...this.#placed]) await rm(path, { recursive: true, force: true });
    await removeFolders(this.#made);
  }

  /** Git's message when it could not write every file, all of which the repository has. */
  async #checkOut(signal: AbortSignal): Promise<string> {
    try {
      await this.#git(this.#unfinished, ['reset', '--hard', '--quiet', 'refs/heads/main'], { signal });
      return '';
    } catch (error) {
      if (error instanceof GitFailure) return error.message;
      throw error;
    }
  }

  async #putIntoPlace(): Promise<void> {
    try {
      const others = (await readdir(this.path)).filter((name) => name !== basename(this.#unfinished));
      if (others.length > 0)
        throw new DomainError('path-invalid', { field: 'to', value: this.path, reason: 'not-empty' });
      // `.git` last, so that an unfinished folder is not taken for a repository.
      const names = (await readdir(this.#unfinished)).filter((name) => name !== '.git');
      for (const name of [...names, '.git']) {
        await rename(join(this.#unfinished, name), join(this.path, name));
        this.#placed.push(join(this.path, name));
      }
      await rmdir(this.#unfinished);
    } catch (error) {
      throw refusalOf(error, this.path);
    }
  }

  /** Not started inside the folder, because files of a library may include a program called git. */
  #git(folder: string, args: readonly string[], options: Parameters<typeof runGit>[1]): Promise<void> {
    return runGit([`--git-dir=${join(folder, '.git')}`, `--work-tree=${folder}`, ...args], options);
  }
}

/** Only folders that are still empty. */
async function removeFolders(made: readonly string[]): Promise<void> {
  for (const folder of made.toReversed()) {
    try {
      await rmdir(folder);
    } catch {
      return;
    }
  }
}

function ignoreFailure(error: unknown): void {
  if (!(error instanceof GitFailure)) throw error;
}
