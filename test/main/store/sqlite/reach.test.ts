import { expect, it } from 'vitest';
import { createReachTable } from '../../../../src-main/store/sqlite/reach.ts';
import { memoryDatabase } from '../../../support/database.ts';

it('keeps whether devices of the network may connect, and at which port', () => {
  const reach = createReachTable(memoryDatabase());
  expect(reach.network()).toEqual({ isOn: false, port: null });
  reach.setNetwork({ isOn: true, port: 9000 });
  reach.setNetwork({ isOn: true, port: null });
  expect(reach.network()).toEqual({ isOn: true, port: null });
});

it('keeps names by their letters, each once', () => {
  const reach = createReachTable(memoryDatabase());
  for (const name of ['nas.lan', 'box.lan', 'nas.lan']) reach.allow(name);
  expect(reach.allowedNames()).toEqual(['box.lan', 'nas.lan']);
  reach.disallow('nas.lan');
  reach.disallow('nas.lan');
  expect(reach.allowedNames()).toEqual(['box.lan']);
});
