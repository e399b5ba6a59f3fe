/** How many tests or checks ended how. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0 };

export function addTallies(left: Tally, right: Tally): Tally {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

export function describeTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** The counts in the last line of a run's output; null when it has none. */
export function tallyIn(output: string): Tally | null {
  const counts = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(output);
  if (counts === null) return null;
  const [passed = 0, failed = 0, skipped = 0] = counts.slice(1).map(Number);
  return { passed, failed, skipped };
}

/** A check without tests inside counts as one. */
export function tallyOfCheck(isPassed: boolean): Tally {
  return isPassed ? { ...emptyTally, passed: 1 } : { ...emptyTally, failed: 1 };
}

/**
 * What a test runner counted. Trouble outside of any test (a file that does not load, a coverage floor, an error
 * nobody caught, no report at all) shows only in how the runner ended, and counts as one failure.
 */
export function tallyOfRunner(counted: Tally | null, exitCode: number): Tally {
  const tally = counted ?? emptyTally;
  const isSilentFailure = (exitCode !== 0 || counted === null) && tally.failed === 0;
  return isSilentFailure ? { ...tally, failed: 1 } : tally;
}

/** Reads the text of vitest's JSON report; null when it is none. */
export function readVitestReport(text: string | null): Tally | null {
  const report = parseObject(text);
  const passed = numberIn(report, 'numPassedTests');
  const failed = numberIn(report, 'numFailedTests');
  const pending = numberIn(report, 'numPendingTests');
  const todo = numberIn(report, 'numTodoTests');
  if (passed === null || failed === null || pending === null || todo === null) return null;
  return { passed, failed, skipped: pending + todo };
}

/** The files that vitest told the end of, and their tests: all there is of a run that was ended. */
export function finishedInVitest(output: string): {
  readonly tally: Tally;
  readonly files: readonly string[];
} {
  const ends = output.matchAll(
    /^ [✓❯↓] (?:\|[\w-]+\| )?(\S+\.test\.ts) \((\d+) tests?((?: \| \d+ \w+)*)\)/gm,
  );
  let tally = emptyTally;
  const files: string[] = [];
  for (const [, file = '', count, more = ''] of ends) {
    const [failed, skipped] = ['failed', 'skipped'].map((how) =>
      Number(new RegExp(`(\\d+) ${how}`).exec(more)?.[1] ?? 0),
    );
    files.push(file);
    tally = addTallies(tally, tallyFrom(Number(count), failed, skipped));
  }
  return { tally, files };
}

/** The tests that Playwright's list told the end of. */
export function finishedInPlaywright(output: string): Tally {
  const count = (mark: string) => [...output.matchAll(new RegExp(`^ {2}${mark} +\\d+ \\[`, 'gm'))].length;
  return { passed: count('(?:✓|ok)'), failed: count('(?:✘|x)'), skipped: count('-') };
}

function tallyFrom(count: number, failed = 0, skipped = 0): Tally {
  return { passed: count - failed - skipped, failed, skipped };
}

/** Reads the text of Playwright's JSON report; null when it is none. A test that passed only when repeated failed. */
export function readPlaywrightReport(text: string | null): Tally | null {
  const stats = valueIn(parseObject(text), 'stats');
  const expected = numberIn(stats, 'expected');
  const unexpected = numberIn(stats, 'unexpected');
  const flaky = numberIn(stats, 'flaky');
  const skipped = numberIn(stats, 'skipped');
  if (expected === null || unexpected === null || flaky === null || skipped === null) return null;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

function parseObject(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    // A runner that was killed leaves half a report: the same as none.
    return null;
  }
}

function valueIn(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function numberIn(value: unknown, key: string): number | null {
  const found = valueIn(value, key);
  return typeof found === 'number' ? found : null;
}
