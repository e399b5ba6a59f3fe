import { expect, it } from 'vitest';
import { Halt } from '../../../../src-main/folder/link/halt.ts';

it('a folder is halted until it is started, and then as long as there is any reason', () => {
  const halt = new Halt();
  expect([halt.isOn, halt.isLasting]).toEqual([true, true]);
  halt.end('stopped');
  expect([halt.isOn, halt.isLasting]).toEqual([false, false]);
  halt.add('interrupted');
  expect([halt.isOn, halt.isLasting]).toEqual([true, false]);
  halt.add('paused');
  halt.end('interrupted');
  expect([halt.isOn, halt.isLasting, halt.is('interrupted')]).toEqual([true, true, false]);
});

it('work under way is hurried once, and work that begins later is not', async () => {
  const halt = new Halt();
  const before = halt.hurry;
  halt.beginHurry();
  await before;
  halt.endHurry();
  const state = await Promise.race([halt.hurry.then(() => 'hurried'), Promise.resolve('not hurried')]);
  expect(state).toBe('not hurried');
});
