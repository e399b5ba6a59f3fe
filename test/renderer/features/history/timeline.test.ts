import { describe, expect, it } from 'vitest';
import { sessionTitle } from '../../../../src-renderer/features/history/session-title.ts';
import {
  activityBars,
  activityTicks,
  timelineRows,
} from '../../../../src-renderer/features/history/timeline.ts';
import type { CommitJson, CommitSummaryPartJson } from '../../../../src-shared/contents-api.ts';

const NOW = new Date(2026, 10, 22, 14, 3);
const TODAY = Date.UTC(2026, 10, 22) / 86_400_000;

describe('the bars of an activity', () => {
  it('are days of the last month for a young history', () => {
    const bars = activityBars(
      {
        days: [
          { day: TODAY - 1, commits: 3 },
          { day: TODAY, commits: 5 },
        ],
      },
      NOW,
    );
    expect(bars).toHaveLength(30);
    expect(bars.slice(-2)).toEqual([
      { start: new Date(2026, 10, 21), end: new Date(2026, 10, 22), commits: 3 },
      { start: new Date(2026, 10, 22), end: new Date(2026, 10, 23), commits: 5 },
    ]);
  });

  it('are weeks that end with today for a longer one, and miss nothing', () => {
    const days = Array.from({ length: 200 }, (_, index) => ({ day: TODAY - 199 + index, commits: 1 }));
    const bars = activityBars({ days }, NOW);
    expect(bars).toHaveLength(29);
    expect(bars.at(-1)).toEqual({ start: new Date(2026, 10, 16), end: new Date(2026, 10, 23), commits: 7 });
    expect(bars.reduce((sum, { commits }) => sum + commits, 0)).toBe(200);
  });

  it('count what a clock ahead has dated later as of today', () => {
    const bars = activityBars({ days: [{ day: TODAY + 40, commits: 2 }] }, NOW);
    expect(bars.at(-1)?.commits).toBe(2);
  });

  it('are ninety at most, whatever the oldest clock said', () => {
    const days = [
      { day: -104_249_991_375, commits: 1 },
      { day: TODAY, commits: 2 },
      { day: 104_249_991_375, commits: 4 },
    ];
    const bars = activityBars({ days }, NOW);
    expect(bars).toHaveLength(90);
    expect([bars[0]?.commits, bars.at(-1)?.commits]).toEqual([1, 6]);
  });
});

describe('the names below the bars', () => {
  const ticks = (...days: number[]) =>
    activityTicks(activityBars({ days: days.map((day) => ({ day: TODAY + day, commits: 1 })) }, NOW)).map(
      ({ index, label }) => `${index} ${label}`,
    );

  it('are months below days and weeks, January with its year', () => {
    expect(ticks(0)).toEqual(['0 Oct', '8 Nov']);
    expect(ticks(-330).slice(0, 2)).toEqual(['0 Dec', '1 Jan 2026']);
  });

  it('are years below longer bars', () => {
    expect(ticks(-800)).toEqual(['0 2024', '4 2025', '17 2026']);
  });
});

it('bars are fewer where there is less room for them', () => {
  expect(activityBars({ days: [{ day: TODAY - 80, commits: 1 }] }, NOW)).toHaveLength(81);
  expect(activityBars({ days: [{ day: TODAY - 80, commits: 1 }] }, NOW, 40)).toHaveLength(12);
});

const AT = new Date(2026, 10, 22, 14).getTime() / 1000;

/** Commits by number: so many seconds before the newest. */
function commit(secondsAgo: number, fields: Partial<CommitJson> = {}): CommitJson {
  const part = { kind: 'modified', items: 1, dirs: 0, files: 1, folders: 0, name: 'a.md', to: '' } as const;
  return {
    ...{ id: `c${secondsAgo}`, time: AT - secondsAgo, description: '', author: 'ada', author_name: 'Ada' },
    ...{ device: 'desk', is_merge: false, added: 0, modified: 1, removed: 0, renamed: 0 },
    summary: { reason: 'changes', at: null, parts: [part] },
    ...fields,
  };
}

const VIEW = { nowSeconds: AT, hasEdge: false, hasMore: false, isOpen: null };

/** The rows in short: days as D, sessions with how many commits they have, commits by their ids. */
function short(commits: readonly CommitJson[], view: Partial<Parameters<typeof timelineRows>[1]> = {}) {
  return timelineRows(commits, { ...VIEW, ...view }).map((row) => {
    if (row.kind === 'session') return `${row.isOpen ? 'open' : 'folded'} ${row.session.commits.length}`;
    return row.kind === 'commit' ? row.commit.id : row.kind;
  });
}

describe('the rows of a timeline', () => {
  it('begin each day with what happened on it, once all of it is known', () => {
    const commits = [commit(0), commit(60, { modified: 0, added: 3 }), commit(86_400)];
    const sums = (hasMore: boolean) =>
      timelineRows(commits, { ...VIEW, hasMore }).flatMap((row) => (row.kind === 'day' ? [row.sum] : []));
    const today = {
      changes: 2,
      amounts: { added: { count: 3 }, changed: { count: 1 }, removed: { count: 0 } },
    };
    expect(sums(true)).toEqual([today, null]);
    expect(sums(false)).toMatchObject([today, { changes: 1 }]);
  });

  it('fold what one person did on one device without a longer rest', () => {
    const folded = { isOpen: () => false };
    expect(short([commit(0), commit(500), commit(1_000)], folded)).toEqual(['day', 'folded 3']);
    expect(short([commit(0), commit(500)], folded)).toEqual(['day', 'c0', 'c500']);
    expect(short([commit(0), commit(500), commit(1_100), commit(1_200)], folded)).toEqual([
      ...['day', 'c0', 'c500', 'c1100', 'c1200'],
    ]);
    expect(short([commit(0), commit(9, { device: 'phone' }), commit(10)], folded)).toHaveLength(4);
    expect(short([commit(0), commit(500), commit(1_000)])).toEqual(['day', 'c0', 'c500', 'c1000']);
  });

  it('unfold a session below its row', () => {
    expect(short([commit(0), commit(1), commit(2)], { isOpen: () => true })).toEqual([
      ...['day', 'open 3', 'c0', 'c1', 'c2'],
    ]);
  });

  it('leave alone what was undone, set, or noted', () => {
    const undone = commit(2, {
      summary: { reason: 'undo', at: null, parts: commit(2).summary?.parts ?? [] },
    });
    const folded = { isOpen: () => false };
    expect(short([commit(0), commit(1), undone, commit(3), commit(4)], folded)).toHaveLength(6);
    expect(short([commit(0), commit(1, { note: 'why' }), commit(2)], folded)).toHaveLength(4);
  });

  it('never begin a session anew at midnight', () => {
    const midnight = AT - 14 * 3_600;
    const at = (seconds: number) => commit(AT - midnight - seconds);
    expect(short([at(60), at(30), at(-30), at(-60)], { isOpen: () => false })).toEqual([
      ...['day', at(60).id, at(30).id, 'day', at(-30).id, at(-60).id],
    ]);
  });
});

describe('the title of a session', () => {
  const doing = (kind: CommitSummaryPartJson['kind'], name: string, fields = {}) =>
    commit(0, {
      summary: {
        ...{ reason: 'changes', at: null },
        parts: [{ kind, items: 1, dirs: 0, files: 1, folders: 0, name, to: '', ...fields }],
      },
    });
  const title = (...commits: CommitJson[]) => sessionTitle(commits).replaceAll('\u00a0', ' ');

  it('counts files once, however often they were edited', () => {
    expect(title(doing('modified', 'a.md'), doing('modified', 'a.md'))).toBe('Edited a.md 2 times');
    expect(title(doing('modified', 'a.md'), doing('modified', 'b.md'), doing('modified', 'a.md'))).toBe(
      'Edited a.md and 1 other file',
    );
    expect(title(doing('modified', 'a.md', { items: 2, files: 2 }), doing('modified', 'a.md'))).toBe(
      'Edited a.md and other files',
    );
  });

  it('leaves a name at the beginning of a part as it is', () => {
    expect(title(doing('added', 'Novel.md'), doing('modified', 'Edited.md'))).toBe(
      'Added Novel.md, edited Edited.md',
    );
  });

  it('knows pictures, and tells all kinds', () => {
    const pictures = [doing('modified', '1.jpg'), doing('modified', '2.jpg')];
    expect(title(...pictures, doing('renamed', 'a', { to: 'b' }))).toBe('Edited 2 pictures, renamed a to b');
    expect(title(doing('added', '1.jpg'), doing('added', '2.jpg'), doing('removed', 'a'))).toBe(
      'Added 2 pictures, deleted a',
    );
    expect(
      title(
        doing('added', 'Trip', { items: 1, dirs: 1, files: 40, folders: 3 }),
        doing('added', 'x', { items: 2, dirs: 1, files: 2, folders: 1 }),
      ),
    ).toBe('Added 42 files and 4 folders');
  });
});
