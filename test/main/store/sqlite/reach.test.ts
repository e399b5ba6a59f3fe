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
  for (const name of ['nas.lan', 'box.lan', 'nas.lan']) reach.add('name', name);
  expect(reach.entries('name')).toEqual(['box.lan', 'nas.lan']);
  reach.remove('name', 'nas.lan');
  reach.remove('name', 'nas.lan');
  expect(reach.entries('name')).toEqual(['box.lan']);
});

it('keeps addresses of proxies in the order in which they came', () => {
  const reach = createReachTable(memoryDatabase());
  for (const url of ['https://b.example', 'https://a.example', 'https://b.example'])
    reach.add('public-url', url);
  reach.add('proxy', '10.0.0.1');
  expect(reach.entries('public-url')).toEqual(['https://b.example', 'https://a.example']);
  reach.remove('public-url', 'https://b.example');
  reach.remove('proxy', '10.0.0.1');
  expect([reach.entries('public-url'), reach.entries('proxy')]).toEqual([['https://a.example'], []]);
});
