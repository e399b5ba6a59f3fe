import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { expectSound, exported, exportingWorld, over, save } from '../../../support/exporting-world.ts';
import { gitAnswer, isGitHere } from '../../../support/git.ts';
import { ADMIN } from '../../../support/library-world.ts';

describe.skipIf(!isGitHere)('a git repository of a library', { timeout: 120_000 }, () => {
  it('has names that git refuses under others, and tells of them', async () => {
    const world = await exportingWorld();
    const { to } = world;
    for (const name of ['.git', '.GIT_', 'git~1', '.Git.', '.gi\u200ct', 'a\\.git', '.git:x', '.gitignore'])
      await save(world, `/d/${name}`, name);
    await save(world, '/.git/config', '[core]\nbare = true');
    expect(await exported(world)).toMatchObject({
      renamedCount: 8,
      renamed: [
        { path: '/d/.git', writtenAs: '/d/.git_' },
        { path: '/d/.GIT_', writtenAs: '/d/.GIT__' },
        { path: '/d/git~1', writtenAs: '/d/git~1_' },
        { path: '/d/.Git.', writtenAs: '/d/.Git_.' },
        { path: '/d/.gi\u200ct', writtenAs: '/d/.gi\u200ct_' },
        { path: '/d/a\\.git', writtenAs: '/d/a\\.git_' },
        { path: '/d/.git:x', writtenAs: '/d/.git_:x' },
        { path: '/.git/config', writtenAs: '/.git_/config' },
      ],
    });
    expectSound(to);
    expect(readFileSync(join(to, '.git_/config'), 'utf8')).toBe('[core]\nbare = true');
    expect(readFileSync(join(to, 'd/a\\.git_'), 'utf8')).toBe('a\\.git');
  });

  it('is written byte for byte, whatever its own files tell git to do', async () => {
    const world = await exportingWorld();
    const { to } = world;
    await save(
      world,
      '/.gitattributes',
      '* text eol=crlf ident filter=lfs\n*.txt working-tree-encoding=UTF-16\n',
    );
    await save(world, '/a.txt', 'one\ntwo $Id$\r\n');
    await exported(world);
    expect(readFileSync(join(to, 'a.txt'), 'utf8')).toBe('one\ntwo $Id$\r\n');
    expectSound(to);
  });

  it('is the same whatever is set up for git on this machine', async () => {
    const world = await exportingWorld();
    const { to, folder } = world;
    const hooks = join(folder, 'hooks');
    mkdirSync(hooks);
    writeFileSync(join(hooks, 'post-index-change'), `#!/bin/sh\ntouch '${folder}/hooked'\n`, {
      mode: 0o755,
    });
    const settings = join(folder, 'gitconfig');
    writeFileSync(
      settings,
      `[core]\n\tautocrlf = true\n\thooksPath = ${hooks}\n[init]\n\tdefaultBranch = other\n`,
    );
    for (const [name, value] of Object.entries({
      ...{ GIT_CONFIG_GLOBAL: settings, HOME: folder, GIT_DIR: join(folder, 'elsewhere') },
      ...{ GIT_AUTHOR_NAME: 'Nobody', GIT_INDEX_FILE: join(folder, 'index') },
    }))
      vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    await save(world, '/a.txt', 'one\ntwo\n');
    await exported(world);
    vi.unstubAllEnvs();
    expect(readFileSync(join(to, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
    expect(readdirSync(folder).sort()).toEqual(['data', 'gitconfig', 'hooks', 'out']);
    expect(gitAnswer(to, 'branch', '--show-current')).toBe('main\n');
  });

  it('has every version also where this disk cannot hold the newest files, and says so', async () => {
    const world = await exportingWorld();
    const { to } = world;
    const long = `/${Array.from({ length: 30 }, (_, at) => `${at}`.padEnd(200, 'x')).join('/')}/a.txt`;
    await save(world, '/0.txt', 'here');
    await save(world, long, 'too deep');
    const { notWritten, commits } = await exported(world);
    expect(notWritten).toMatch(/^fatal: cannot create directory at '0x/);
    expect(commits).toBe(3);
    expect(gitAnswer(to, 'cat-file', 'blob', `main:${long.slice(1)}`)).toBe('too deep');
    expect(readFileSync(join(to, '0.txt'), 'utf8')).toBe('here');
  });

  it('leaves what somebody has put into the folder meanwhile', async () => {
    const world = await exportingWorld();
    const { exports, id, to } = world;
    await save(world, '/a.txt', 'one');
    const { id: jobId } = await exports.start(ADMIN, id, to);
    writeFileSync(join(to, 'a.txt'), 'of somebody');
    expect(await over(world, { id: jobId })).toMatchObject({
      state: 'failed',
      outcome: { reason: 'path-invalid' },
    });
    expect(readdirSync(to)).toEqual(['a.txt']);
    expect(readFileSync(join(to, 'a.txt'), 'utf8')).toBe('of somebody');
  });
});
