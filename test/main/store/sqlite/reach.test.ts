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
  for (const name of ['nas.lan', 'box.lan', 'nas.lan']) reachTable.add('name', name);
  expect(reachTable.entries('name')).toEqual(['box.lan', 'nas.lan']);
  reachTable.remove('name', 'nas.lan');
  reachTable.remove('name', 'nas.lan');
  expect(reachTable.entries('name')).toEqual(['box.lan']);
});

it('keeps addresses of proxies in the order in which they came', () => {
  const reachTable = createReachTable(memoryDatabase());
  for (const url of ['https://b.example', 'https://a.example', 'https://b.example'])
    reachTable.add('public-url', url);
  reachTable.add('proxy', '10.0.0.1');
  expect(reachTable.entries('public-url')).toEqual(['https://b.example', 'https://a.example']);
  reachTable.remove('public-url', 'https://b.example');
  reachTable.remove('proxy', '10.0.0.1');
  expect([reachTable.entries('public-url'), reachTable.entries('proxy')]).toEqual([
    ['https://a.example'],
    [],
  ]);
});
