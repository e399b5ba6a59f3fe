import { expect, it } from 'vitest';
import { commitOnRecord } from '../../../../src-main/core/history/commit-on-record.ts';
import type { Commit } from '../../../../src-main/core/objects/commit.ts';

const COMMIT = {
  description: 'Added "a"',
  ctimeSeconds: 5,
  deviceName: null,
  clientVersion: null,
} as unknown as Commit;

it('a commit is on record as it is, unless its text or its time is beyond what lists show', () => {
  expect(commitOnRecord(COMMIT)).toEqual(COMMIT);
  const long = 'x'.repeat(5_000);
  const texts = { description: long, deviceName: long, clientVersion: long };
  expect(commitOnRecord({ ...COMMIT, ...texts, ctimeSeconds: 10 ** 13 })).toEqual({
    ...{ description: 'x'.repeat(4_096), deviceName: 'x'.repeat(255), clientVersion: 'x'.repeat(64) },
    ctimeSeconds: 253_402_300_799,
  });
});
