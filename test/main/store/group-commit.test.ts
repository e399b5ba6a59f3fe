import { expect, it } from 'vitest';
import { createGroupCommit } from '../../../src-main/store/group-commit.ts';

/** Work whose runs end when the test says so. */
function controlled() {
  const runs: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const commit = createGroupCommit(
    () => new Promise<void>((resolve, reject) => runs.push({ resolve: () => resolve(), reject })),
  );
  return { runs, commit };
}

it('gives calls that come during a run one later run together', async () => {
  const { runs, commit } = controlled();
  const first = commit.run();
  const later = [commit.run(), commit.run(), commit.run()];
  expect(runs.length).toBe(1);
  runs[0]?.resolve();
  await first;
  await Promise.resolve();
  expect(runs.length).toBe(2);
  runs[1]?.resolve();
  await Promise.all(later);
  expect(runs.length).toBe(2);
});

it('begins the next run after one that failed, and tells only the callers of each', async () => {
  const { runs, commit } = controlled();
  const first = commit.run();
  const second = commit.run();
  runs[0]?.reject(new Error('first'));
  await expect(first).rejects.toThrow('first');
  runs[1]?.resolve();
  await second;
  const third = commit.run();
  runs[2]?.resolve();
  await third;
});

it('never has two runs under way, whenever a call comes', async () => {
  let under = 0;
  let runs = 0;
  const commit = createGroupCommit(async () => {
    under += 1;
    runs += 1;
    expect(under).toBe(1);
    await Promise.resolve();
    under -= 1;
  });
  const calls: Promise<void>[] = [];
  for (let turn = 0; turn < 200; turn += 1) {
    calls.push(commit.run());
    await Promise.resolve();
  }
  await Promise.all(calls);
  await commit.settled();
  expect(under).toBe(0);
  expect(runs).toBeGreaterThan(20);
});

it('joins the run under way, or begins one', async () => {
  const { runs, commit } = controlled();
  const joined = [commit.join(), commit.join()];
  expect(runs.length).toBe(1);
  runs[0]?.resolve();
  await Promise.all(joined);
  await commit.settled();
});
