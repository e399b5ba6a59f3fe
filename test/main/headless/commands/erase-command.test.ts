import { describe, expect, it } from 'vitest';
import { eraseCommand } from '../../../../src-main/headless/commands/erase-command.ts';
import type { LocalClient } from '../../../../src-main/headless/local-client.ts';
import type { ErasuresJson } from '../../../../src-shared/erasures-api.ts';

const PLAN = {
  ...{ library_name: 'Papers', head: 'a'.repeat(40), commits: 1, holding: 1, versions: [], version_count: 1 },
  ...{
    former_names: [],
    has_more_names: false,
    pins: [],
    elsewhere: [],
    linked_folders: [],
    folder_libraries: [],
  },
};
const EARLIER: ErasuresJson['erasures'][number] = {
  ...{ commit_id: 'b'.repeat(40), erased_by: 'me@example.com', erased_by_name: 'me', erased_at: 1 },
  ...{ commits: 5, state: 'done' },
  proof: {
    ...{ commits_read: 12, holding: 0, removed_objects: 9, removed_bytes: 2_000, disk_bytes: 4_000 },
    ended_at: 2,
  },
};

/** What `erase` answers where the server tells this in the end. */
async function answerTo(end: Partial<ErasuresJson>, plan = {}, wanted = {}) {
  const list: ErasuresJson = { is_rewriting: false, failure: '', erasures: [EARLIER] };
  const answers: Readonly<Record<string, unknown>> = {
    'GET libraries/': { libraries: [{ id: 'c'.repeat(36), name: 'Papers' }] },
    'POST libraries/:library_id/erasures/plan/': { ...PLAN, ...plan },
    'POST libraries/:library_id/erasures/': { ...list, is_rewriting: true },
    'GET libraries/:library_id/erasures/': { ...list, ...end },
  };
  const client = { call: async (name: string) => answers[name] } as unknown as LocalClient;
  if (!('run' in eraseCommand)) throw new Error('the command asks no instance');
  const options = { yes: true, name: 'Papers', ...wanted };
  const input = { args: ['Papers', '/secret.txt'], options, dataDir: '', resolvePath: String, warn: String };
  const { text, exitCode } = await eraseCommand.run(client, { ...input, readPassword: async () => '' });
  return { text, exitCode };
}

describe('what `erase` answers', () => {
  it('is what came of it, and not of what was erased before', async () => {
    const proved = { text: expect.stringContaining('the item is in none'), exitCode: 0 };
    expect(await answerTo({ erasures: [{ ...EARLIER, erased_at: 3 }, EARLIER] })).toMatchObject(proved);
    expect(await answerTo({ failure: 'disk-full' })).toEqual({ text: 'Not done: disk-full.', exitCode: 1 });
    // As after the server ended meanwhile.
    expect(await answerTo({})).toEqual({ text: 'Not done.', exitCode: 1 });
  });

  it('is no more than what a dry run says where the file had more names than are told', async () => {
    const oldest = { path: '/draft.txt', until: 1, is_taken: false };
    const many = { former_names: [oldest], has_more_names: true };
    const told = 'Erase with --all-names at the oldest of these first: /draft.txt';
    const dryRun = { 'dry-run': true, 'all-names': true };
    expect((await answerTo({}, many, dryRun)).text).toContain(told);
    await expect(answerTo({}, many, { 'all-names': true })).rejects.toThrow(told);
  });
});
