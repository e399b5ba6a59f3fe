import { expect, it } from 'vitest';
import type { Change } from '../../../../src-main/core/history/change.ts';
import { describeChanges } from '../../../../src-main/core/history/describe.ts';
import { trashOf } from '../../../../src-main/core/history/trash.ts';
import { EMPTY_ID, objectIdOf, objectIdOfInSteps } from '../../../../src-main/core/objects/object-id.ts';
import type { Steps } from '../../../../src-main/core/steps.ts';
import { applyChanges } from '../../../../src-main/core/tree/apply.ts';
import { fileDirent } from '../../../support/trees.ts';

const ROWS = 20_000;
const row = fileDirent('x');
/** As folders are stored: by name, the last first. */
const rows = Array.from({ length: ROWS }, (_, at) => ({ ...row, name: `${100_000 + at}` })).reverse();

/** What work that pauses comes to, and how often it does. */
function counted<T>(steps: Steps<T>): { result: T; pauses: number } {
  for (let pauses = 0; ; pauses += 1) {
    const step = steps.next();
    if (step.done === true) return { result: step.value, pauses };
  }
}

it('an id is found in steps of 4 MiB, and is the same', () => {
  const bytes = Buffer.alloc(13 * 1024 * 1024, 'x');
  expect(counted(objectIdOfInSteps(bytes))).toEqual({ result: objectIdOf(bytes), pauses: 3 });
  expect(counted(objectIdOfInSteps(Buffer.from('x')))).toEqual({ result: objectIdOf('x'), pauses: 0 });
});

it('a long folder is opened and sealed in steps of two thousand rows', async () => {
  let turns = 0;
  const yieldToEventLoop = async () => {
    turns += 1;
  };
  const putting = { op: 'put', path: '/new', dirent: row } as const;
  const options = { nowSeconds: 1, yieldToEventLoop };
  const { dirs } = await applyChanges(async () => rows, objectIdOf('root'), [putting], options);
  expect(dirs[0]?.dirents).toHaveLength(ROWS + 1);
  // Ten to open it, ten to seal it, and those that spell it.
  expect(turns).toBeGreaterThanOrEqual(25);
});

it('what many changes do to the trash is found in steps', () => {
  const what = { isDir: false, objectId: EMPTY_ID, sizeBytes: 1, oldSizeBytes: 1, newPath: '' };
  const changes = Array.from(
    { length: 10_000 },
    (_, at): Change => ({ op: 'removed', path: `/${at}`, ...what }),
  );
  const { result, pauses } = counted(trashOf(changes));
  expect(result.deleted).toHaveLength(10_000);
  expect(pauses).toBe(5);
  expect(describeChanges(changes)).toBe('Deleted "0" and 9999 more files.\n');
});
