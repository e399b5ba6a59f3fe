import { describe, expect, it } from 'vitest';
import { healthCommands } from '../../../../src-main/headless/commands/health-commands.ts';
import type { LocalClient } from '../../../../src-main/headless/local-client.ts';
import type { IntegrityJson } from '../../../../src-shared/integrity-api.ts';

const READ: IntegrityJson = {
  ...{ state: 'resting', stored: 1_000, overdue: 0, within_days: 30 },
  ...{ oldest_at: 1_700_000_000, newest_at: 1_700_086_400, damaged_count: 0, damaged: [] },
};
const REHEARSAL = {
  ...{ schedule: 'monthly', state: 'none', ended_at: 0, error: '', reason: '', value: '' },
  ...{ last_at: 0, last: null },
};

/** The first line of what `health` says. */
async function toldOf(integrity: IntegrityJson): Promise<string | undefined> {
  const call = async (name: string) => (name === 'GET integrity/' ? integrity : REHEARSAL);
  const [health] = healthCommands;
  if (health === undefined || !('run' in health)) throw new Error('the command asks no instance');
  const input = { args: [], options: {}, dataDir: '', resolvePath: String, warn: String };
  const client = { call } as unknown as LocalClient;
  const { text } = await health.run(client, { ...input, readPassword: async () => '' });
  return text.split('\n')[0];
}

describe('what `health` says of everything stored', () => {
  it.each<[string, Partial<IntegrityJson>]>([
    ['Nothing that is stored was read and verified yet.', { overdue: 1_000, oldest_at: 0, newest_at: 0 }],
    // After an update, what was never read is not what was not looked at for a month.
    [
      'So far 99 % of what is stored was read and found intact; nothing damaged is known.',
      { overdue: 1, oldest_at: 0 },
    ],
    ['1 % of what is stored was not looked at for over 30 days; nothing damaged is known.', { overdue: 1 }],
    [
      'Everything stored was written or found intact between 2023-11-14T22:13:20Z and 2023-11-15T22:13:20Z.',
      {},
    ],
  ])('%s', async (words, integrity) => {
    expect(await toldOf({ ...READ, ...integrity })).toBe(words);
  });
});
