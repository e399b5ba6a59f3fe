import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';

/** Without it there is nothing to compare with: tests that need it are skipped. */
export const isGitHere = spawnSync('git', ['--version']).status === 0;

/** What git answers in a repository; its own settings of this machine apart. */
export function gitAnswer(folder: string, ...args: string[]): string {
  const env = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const answer = execFileSync('git', ['-C', folder, '-c', 'safe.directory=*', ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  return answer;
}

/** A file as `git ls-tree` shows it. */
export interface GitFile {
  readonly mode: string;
  readonly id: string;
}

/** The files of a commit by path. */
export function gitFiles(folder: string, commit: string): Record<string, GitFile> {
  const rows = gitAnswer(folder, 'ls-tree', '-r', '-z', commit).split('\0').slice(0, -1);
  return Object.fromEntries(
    rows.map((row) => {
      const [facts = '', path = ''] = row.split(/\t(.*)/s);
      const [mode = '', , id = ''] = facts.split(' ');
      return [path, { mode, id }];
    }),
  );
}

/** The id that git gives this content. */
export function gitBlobId(content: string): string {
  return hash('sha1', `blob ${Buffer.byteLength(content)}\0${content}`, 'hex');
}

/** Commits of the branch `main`, oldest first, with the Keepfold commit that each names. */
export function gitCommits(folder: string): { git: string; keepfold: string }[] {
  const format = '%H %(trailers:key=Keepfold-Commit,valueonly,separator=%x2c)';
  const rows = gitAnswer(folder, 'log', '--reverse', `--format=${format}`, 'main').trim().split('\n');
  return rows.map((row) => {
    const [git = '', keepfold = ''] = row.split(' ');
    return { git, keepfold };
  });
}
