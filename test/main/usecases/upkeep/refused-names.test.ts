import { expect, it } from 'vitest';
import { createRefusedNames } from '../../../../src-main/usecases/upkeep/refused-names.ts';
import { fakeClock } from '../../../support/fake-clock.ts';

it('tells the newest first, once each, with how often and when', () => {
  const clock = fakeClock();
  const from = clock.nowSeconds();
  const names = createRefusedNames(clock);
  expect(names.note('nas.lan', '10.0.0.2')).toBe(true);
  expect(names.note('attic.lan', '10.0.0.2')).toBe(true);
  clock.advance(5);
  expect(names.note('NAS.lan', '10.0.0.3')).toBe(false);
  expect(names.list()).toEqual([
    { name: 'nas.lan', lastAtSeconds: from + 5, calls: 2 },
    { name: 'attic.lan', lastAtSeconds: from, calls: 1 },
  ]);
  expect(names.forget('nas.lan')).toBe(true);
  expect(names.list()).toHaveLength(1);
});

it('keeps what others were refused from a caller who invents names, and ten at most', () => {
  const names = createRefusedNames(fakeClock());
  names.note('nas.lan', '10.0.0.2');
  for (let number = 0; number < 1000; number += 1) names.note(`${number}.evil.example`, '10.6.6.6');
  expect(names.list().map(({ name }) => name)).toEqual([
    ...['999.evil.example', '998.evil.example', '997.evil.example', 'nas.lan'],
  ]);
  for (let number = 0; number < 1000; number += 1) names.note(`${number}.lan`, `10.0.1.${number}`);
  expect(names.list()).toHaveLength(10);
});

it('is no news among so many that another gave way, so that a flood is not told to every page', () => {
  const names = createRefusedNames(fakeClock());
  const told = Array.from({ length: 500 }, (_, number) => names.note(`${number}.evil.example`, '10.6.6.6'));
  expect(told.filter(Boolean)).toHaveLength(3);
  expect(names.note('nas.lan', '10.0.0.2')).toBe(true);
});

it('takes what is no host name for nothing', () => {
  const names = createRefusedNames(fakeClock());
  expect(names.note('', '10.0.0.2')).toBe(false);
  expect(names.note('<b>', '10.0.0.2')).toBe(false);
  expect(names.list()).toEqual([]);
});
