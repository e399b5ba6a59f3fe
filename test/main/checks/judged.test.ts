import { expect, it } from 'vitest';
import { judge, resultsIn } from '../../windows/judged.ts';

const KNOWN = [
  { file: 'test/a.test.ts', test: 'links lead out', because: 'no links' },
  { file: 'test/a.test.ts', test: 'links lead in', because: 'no links' },
];

function report(root: string): string {
  const assertionResults = [
    { fullName: 'links lead out', status: 'failed' },
    { fullName: 'links lead in', status: 'passed' },
    { fullName: 'files are kept', status: 'failed' },
    { fullName: 'folders are kept', status: 'passed' },
    { fullName: 'pipes are left out', status: 'skipped' },
  ];
  return JSON.stringify({ testResults: [{ name: `${root}/test/a.test.ts`, assertionResults }] });
}

it.each([
  ['/home/anna/keepfold', '/home/anna/keepfold/'],
  ['C:/keepfold', 'C:\\keepfold\\'],
])('results are named from the checkout on: %s', (written, root) => {
  expect(resultsIn(report(written), [root]).map(({ file }) => file)).toEqual(
    Array.from({ length: 4 }, () => 'test/a.test.ts'),
  );
});

it('a failure is known or not, and what is known to fail and passes is told', () => {
  const { known, unexpected, mended } = judge(resultsIn(report('C:/keepfold'), ['C:\\keepfold']), KNOWN);
  expect({
    known: known.map(({ test }) => test),
    unexpected: unexpected.map(({ test }) => test),
    mended: mended.map(({ test }) => test),
  }).toEqual({ known: ['links lead out'], unexpected: ['files are kept'], mended: ['links lead in'] });
});

it('a test of the same name in another file is not known', () => {
  const elsewhere = KNOWN.map((failure) => ({ ...failure, file: 'test/b.test.ts' }));
  expect(judge(resultsIn(report('/k'), ['/k']), elsewhere)).toMatchObject({ known: [], mended: [] });
});
