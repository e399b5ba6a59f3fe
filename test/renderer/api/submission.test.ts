import { expect, it } from 'vitest';
import { ApiError } from '../../../src-renderer/api/api-error.ts';
import { Submission } from '../../../src-renderer/api/submission.svelte.ts';

it('a form is under way until the service has answered, and sends nothing else meanwhile', async () => {
  const submission = new Submission();
  const answer = Promise.withResolvers<void>();
  const first = submission.run(() => answer.promise);
  expect(submission.isBusy).toBe(true);
  let isSent = false;
  const second = await submission.run(async () => {
    isSent = true;
  });
  expect([second, isSent]).toEqual([false, false]);
  answer.resolve();
  expect([await first, submission.isBusy, submission.problem]).toEqual([true, false, null]);
});

it('a refusal stands until it is cleared or something is sent again', async () => {
  const submission = new Submission();
  const refuse = () => submission.run(() => Promise.reject(new ApiError('name-taken', 'It is taken.')));
  expect([await refuse(), submission.isBusy, submission.problem?.code]).toEqual([
    ...[false, false, 'name-taken'],
  ]);
  submission.clear();
  expect(submission.problem).toBe(null);
  await refuse();
  expect(await submission.run(async () => undefined)).toBe(true);
  expect(submission.problem).toBe(null);
});
