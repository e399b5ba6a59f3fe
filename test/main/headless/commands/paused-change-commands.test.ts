import { describe, expect, it } from 'vitest';
import { pausedChangeCommands } from '../../../../src-main/headless/commands/paused-change-commands.ts';
import type { LocalClient } from '../../../../src-main/headless/local-client.ts';
import type { FolderHeldJson, LinkedFolderJson } from '../../../../src-shared/folders-api.ts';

/** A server with one folder, of which something is held, and what it was told to do. */
function serverWith(held: FolderHeldJson | null) {
  const folder: Partial<LinkedFolderJson> = {
    ...{ id: 'f1', path: '/home/anna/Photos', library_name: 'Pictures', held },
    ...{ state: 'held', pending: 0, problem_count: 0, message: '' },
  };
  const told: string[] = [];
  const client = {
    call: async (call: string, said: { folder_id?: string; token?: string } = {}) => {
      if (call === 'GET folders/') return { folders: [folder] };
      told.push(`${call} ${said.folder_id} ${said.token}`);
      return folder;
    },
  } as LocalClient;
  const run = async (verb: string, given: { yes?: true; 'dry-run'?: true; if?: string } = {}) => {
    const command = pausedChangeCommands.find(({ name }) => name === `folder ${verb}`);
    if (command === undefined || !('run' in command)) throw new Error(verb);
    const options = { yes: false, 'dry-run': false, if: undefined, ...given };
    return command.run(client, {
      ...{ args: ['f1'], options, dataDir: '/data', warn: () => undefined },
      ...{ resolvePath: (path) => path, readPassword: async () => '' },
    });
  };
  return { run, told };
}

const item = (path: string, files = 1) => ({ path, is_dir: files > 1, files, bytes: files * 1000 });
const REWRITES: FolderHeldJson = {
  ...{ kind: 'rewrites', token: 'a1', count: 600, bytes: 600_000, paths: ['a.jpg', 'b\u001b.jpg'] },
  items: [item('a.jpg'), item('b\u001b.jpg')],
};
const REMOVALS: FolderHeldJson = {
  ...{ kind: 'removals', token: 'a1', count: 3, bytes: 3000, paths: ['raw', 'c.jpg'] },
  items: [item('raw', 2), item('c.jpg')],
};
const DEPARTURES: FolderHeldJson = { ...REMOVALS, kind: 'departures' };

describe('decisions about what is held', () => {
  it.each([
    ['accept', REWRITES, 'Would put 600 files into "Pictures" as they were written over or renamed:'],
    [
      ...(['put-back', REWRITES] as const),
      'Would write 600 files of /home/anna/Photos as the library has them over what they are now:',
    ],
  ])('%s tells beforehand what becomes of rewritten files', async (verb, held, words) => {
    const { run, told } = serverWith(held);
    const { text, json } = await run(verb, { 'dry-run': true, yes: true });
    expect(text).toBe(
      `${words}\n  a.jpg\n  b\\x1b.jpg\n  … 600 files in all\nTo answer for these alone, add --yes --if a1`,
    );
    expect(json).toEqual({ id: 'f1', done: false, held });
    await expect(run(verb)).rejects.toThrow('Add --yes to do it, or --dry-run to look first.');
    expect(told).toEqual([]);
    await run(verb, { yes: true });
    expect(told).toEqual([`POST folders/:folder_id/${verb}/ f1 a1`]);
  });

  it('put back what is gone without a second word: nothing is written over', async () => {
    const { run, told } = serverWith(REMOVALS);
    expect((await run('put-back', { 'dry-run': true })).text).toBe(
      'Would write 3 files into /home/anna/Photos again:\n  raw\n  c.jpg\n  … 3 files in all\nTo answer for these alone, add --yes --if a1',
    );
    await run('put-back');
    expect(told).toEqual(['POST folders/:folder_id/put-back/ f1 a1']);
  });

  it('say of what the library lost where it goes, and where it comes back', async () => {
    const { run, told } = serverWith(DEPARTURES);
    expect((await run('accept', { 'dry-run': true })).text).toContain(
      'Would remove 3 files from /home/anna/Photos:\n  raw\n  c.jpg',
    );
    expect((await run('put-back', { 'dry-run': true })).text).toContain(
      'Would put 3 files into "Pictures" again:',
    );
    await run('put-back');
    expect(told).toEqual(['POST folders/:folder_id/put-back/ f1 a1']);
  });

  it('answer what was shown before, if told so, and otherwise tell what they answered', async () => {
    const { run, told } = serverWith(DEPARTURES);
    await run('accept', { yes: true, if: 'b2' });
    expect((await run('accept', { yes: true })).text).toContain(
      'To remove 3 files from /home/anna/Photos:\n  raw\n  c.jpg\n  … 3 files in all\n',
    );
    expect(told).toEqual(['POST folders/:folder_id/accept/ f1 b2', 'POST folders/:folder_id/accept/ f1 a1']);
  });

  it.each(['accept', 'put-back'])('%s wants a second word also where nothing is held yet', async (verb) => {
    const { run, told } = serverWith(null);
    const nothing = 'Nothing that changed in /home/anna/Photos is held.';
    expect((await run(verb, { 'dry-run': true })).text).toBe(nothing);
    await expect(run(verb)).rejects.toThrow(`${nothing} Add --yes`);
    expect((await run(verb, { yes: true })).text).toBe(nothing);
    expect(told).toEqual([]);
  });
});
