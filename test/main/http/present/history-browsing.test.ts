import { describe, expect, it } from 'vitest';
import {
  leftAloneRows,
  parseHistoryQuery,
  parseSnapshotRequest,
  parseSnapshotRestore,
  presentRestoredSnapshot,
  presentUndone,
} from '../../../../src-main/http/present/history-browsing.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { sentTo } from '../../../support/sent-fields.ts';

const COMMIT = 'c'.repeat(40);
const OWN = '/api/local/v1/libraries/:library_id';

it('a moment is of a commit, at a time, by its number, or the newest', () => {
  const moment = (sent: object) => parseSnapshotRequest(sentTo(`GET ${OWN}/moments/`, sent));
  expect(moment({ commit: COMMIT, at: 7, number: 3 })).toEqual({ commitId: COMMIT });
  expect(moment({ at: 7, number: 3 })).toEqual({ atSeconds: 7 });
  expect(moment({ number: 3 })).toEqual({ number: 3 });
  expect(moment({})).toEqual({ number: Number.MAX_SAFE_INTEGER });
});

it('going back names what it is about, and what it leaves alone', async () => {
  const restore = (sent: object) =>
    parseSnapshotRestore(sentTo(`POST ${OWN}/moments/restore/`, { commit_id: COMMIT, ...sent }));
  expect(restore({ paths: ['/a'], except: ['/a/b'], dry_run: true })).toEqual({
    ...{ commitId: COMMIT, paths: ['/a'], except: ['/a/b'], mode: 'in-place', isDryRun: true },
  });
  for (const [sent, code] of [
    [{}, 'argument-missing'],
    [{ paths: [] }, 'argument-missing'],
    [{ paths: ['/a'], except: [null] }, 'argument-invalid'],
    [{ paths: ['/a'], except: ['/../b'] }, 'path-invalid'],
    [{ paths: ['/a'], mode: 'sideways' }, 'argument-invalid'],
  ] as const)
    expect([sent, await refusalOf(() => restore(sent))]).toMatchObject([sent, { code }]);
});

it('a search in the history has only what was asked for', () => {
  const query = (sent: object) => parseHistoryQuery(sentTo(`GET ${OWN}/history/search/`, sent));
  expect(query({})).toEqual({ path: '/' });
  expect(query({ path: '/a', by: 'anna@example.com', after: 7, text: 'plan' })).toEqual({
    ...{ path: '/a', person: 'anna@example.com', sinceSeconds: 7, text: 'plan' },
  });
});

describe('what an undo or a return to a moment comes to', () => {
  const step = (action: string, files: number, bytes: number) => ({
    ...{ action, path: `/${action}`, fromPath: '', item: { kind: 'file' }, files, bytes },
  });

  it('counts what comes, what is overwritten and what goes', () => {
    const steps = [step('create', 1, 10), step('overwrite', 2, 20), step('remove', 4, 40)];
    const restored = { plan: { steps, blocked: [] }, made: null };
    expect(
      presentRestoredSnapshot(restored as unknown as Parameters<typeof presentRestoredSnapshot>[0]),
    ).toMatchObject({
      ...{
        commit_id: null,
        step_count: 3,
        creates: 1,
        overwrites: 2,
        removals: 4,
        bytes: 30,
        removal_bytes: 40,
      },
    });
    const made = { changed: true, commitId: 'new', previousId: 'old' };
    const undone = { plan: { steps, leftAlone: [] }, made };
    expect(presentUndone(undone as unknown as Parameters<typeof presentUndone>[0])).toMatchObject({
      ...{ commit_id: 'new', previous_commit_id: 'old', files: 7, removals: 4, removal_bytes: 40 },
    });
  });

  it('says of no commit where nothing was changed, and shows the first thousand', () => {
    const leftAlone = Array.from({ length: 1_001 }, (_, at) => ({
      path: `/${at}`,
      isDir: false,
      reason: 'changed',
    }));
    const undone = {
      plan: { steps: [], leftAlone },
      made: { changed: false, commitId: 'x', previousId: 'x' },
    };
    const shown = presentUndone(undone as unknown as Parameters<typeof presentUndone>[0]);
    expect([shown.commit_id, shown.left_alone.length, shown.left_alone_count]).toEqual([null, 1_000, 1_001]);
    expect(leftAloneRows([])).toEqual([]);
  });
});
