import { describe, expect, it } from 'vitest';
import {
  addTallies,
  describeTally,
  finishedInPlaywright,
  finishedInVitest,
  readPlaywrightReport,
  readVitestReport,
  tallyIn,
  tallyOfCheck,
  tallyOfRunner,
} from '../../checks/tally.ts';

describe('the tally of a test run', () => {
  it('adds checks and what the runners counted', () => {
    const vitest = readVitestReport(
      '{"numPassedTests":40,"numFailedTests":2,"numPendingTests":1,"numTodoTests":1}',
    );
    const playwright = readPlaywrightReport('{"stats":{"expected":7,"unexpected":1,"flaky":1,"skipped":3}}');
    const all = [
      tallyOfCheck(true),
      tallyOfCheck(false),
      tallyOfRunner(vitest, 1),
      tallyOfRunner(playwright, 1),
    ];
    expect(describeTally(all.reduce(addTallies))).toBe('48 passed, 5 failed, 5 skipped');
  });

  it('counts a runner that fails without a failed test as one failure', () => {
    const allPassed = { passed: 3, failed: 0, skipped: 0 };
    expect(tallyOfRunner(allPassed, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
    expect(tallyOfRunner(allPassed, 0)).toEqual(allPassed);
  });

  it('reads the counts that a run of its own ends with', () => {
    const output = 'ok 1\n3 passed, 1 failed, 0 skipped\n12 passed, 3 failed, 4 skipped\n';
    expect(tallyIn(output)).toEqual({ passed: 12, failed: 3, skipped: 4 });
    expect(tallyIn('skipped the tests under Windows\n')).toBe(null);
  });

  it('counts what a run of vitest had told by the time that it was ended', () => {
    const output = [
      ' ✓ |unit| test/main/core/steps.test.ts (12 tests) 33ms',
      '   ✓ steps (12)',
      ' ❯ |unit| test/main/app/data-dir.test.ts (17 tests | 2 failed | 1 skipped) 2816ms',
      '     × is refused where a link leads nowhere 9ms',
      ' ✓ |proof| test/proof/clock.test.ts (1 test) 8040ms',
      ' ❯ |unit| test/main/app/slow.test.ts 3/9',
    ].join('\n');
    expect(finishedInVitest(output)).toEqual({
      tally: { passed: 27, failed: 2, skipped: 1 },
      files: ['test/main/core/steps.test.ts', 'test/main/app/data-dir.test.ts', 'test/proof/clock.test.ts'],
    });
  });

  it('counts what a run of Playwright had told by the time that it was ended', () => {
    const output = [
      '  ✓   1 [tab] › test/e2e/activity.spec.ts:28:3 › the activity (2.1s)',
      '  ✘   2 [tab] › test/e2e/backup.spec.ts:30:3 › keeping a backup (9.0s)',
      '  -   3 [tab] › test/e2e/folders.spec.ts:3:3 › folders',
      '      ✓ 4 [no test]',
    ].join('\n');
    expect(finishedInPlaywright(output)).toEqual({ passed: 1, failed: 1, skipped: 1 });
  });

  it.each([null, '', '{"stats":', '{}', '[]'])(
    'counts a runner whose report is %o as one failure',
    (text) => {
      expect(tallyOfRunner(readVitestReport(text), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
      expect(tallyOfRunner(readPlaywrightReport(text), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    },
  );
});
