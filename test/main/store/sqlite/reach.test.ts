import { expect, it } from 'vitest';
import { createReachTable } from '../../../../src-main/store/sqlite/reach.ts';
import { memoryDatabase } from '../../../support/database.ts';

it('keeps whether devices of the network may connect, and at which port', () => {
  const reachTable = createReachTable(memoryDatabase());
  expect(reachTable.network()).toEqual({ isOn: false, port: null });
  reachTable.setNetwork({ isOn: true, port: 9000 });
  reachTable.setNetwork({ isOn: true, port: null });
  expect(reachTable.network()).toEqual({ isOn: true, port: null });
});

it('keeps names by their letters, each once', () => {
  const reachTable = createReachTable(memoryDatabase());
  for (const name of ['nas.lan', 'box.lan', 'nas.lan']) reachTable.allow(name);
  expect(reachTable.allowedNames()).toEqual(['box.lan', 'nas.lan']);
  reachTable.disallow('nas.lan');
  reachTable.disallow('nas.lan');
  expect(reachTable.allowedNames()).toEqual(['box.lan']);
});
