/** A test by its file, relative to the checkout, and its full name. */
export interface NamedTest {
  readonly file: string;
  readonly test: string;
}

/** A test that cannot pass under Wine, though nothing is wrong with the product. */
export interface KnownFailure extends NamedTest {
  readonly because: string;
}

export interface TestResult extends NamedTest {
  readonly hasPassed: boolean;
}

export interface Judgement {
  /** Failed, as is known. */
  readonly known: readonly KnownFailure[];
  readonly unexpected: readonly TestResult[];
  /** Passed, though known to fail: the list is too long. */
  readonly mended: readonly KnownFailure[];
}

/** The tests of a report by vitest that passed or failed. `roots`: what its files may begin with, in any system's spelling. */
export function resultsIn(report: string, roots: readonly string[]): TestResult[] {
  const { testResults } = JSON.parse(report) as {
    testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
  };
  const beginnings = roots.map((root) => `${forward(root).replace(/\/$/, '')}/`);
  const relative = (name: string) =>
    beginnings.reduce(
      (path, root) => (path.startsWith(root) ? path.slice(root.length) : path),
      forward(name),
    );
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({
        file: relative(name),
        test: fullName,
        hasPassed: status === 'passed',
      })),
  );
}

export function judge(results: readonly TestResult[], known: readonly KnownFailure[]): Judgement {
  const reasons = new Map(known.map((failure) => [keyOf(failure), failure]));
  const told = (hasPassed: boolean) =>
    results.flatMap((result) => {
      const failure = reasons.get(keyOf(result));
      return failure !== undefined && result.hasPassed === hasPassed ? [failure] : [];
    });
  return {
    known: told(false),
    mended: told(true),
    unexpected: results.filter((result) => !result.hasPassed && !reasons.has(keyOf(result))),
  };
}

function keyOf({ file, test }: NamedTest): string {
  return `${file}: ${test}`;
}

function forward(path: string): string {
  return path.replaceAll('\\', '/');
}
