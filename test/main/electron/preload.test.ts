import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBundle } from '../../../resources/launch/bundle.mjs';

const bundle = join(import.meta.dirname, '../../../out/preload/preload.cjs');

/** Every function that is a question, and what it sends for three arguments. */
const asks = {
  pickFolder: ['keepfold:pick-folder'],
  revealFolder: ['keepfold:reveal-folder', 'first'],
  revealItem: ['keepfold:reveal-item', 'first', 'second'],
  openItem: ['keepfold:open-item', 'first', 'second'],
  openDrive: ['keepfold:open-drive', 'first'],
  settings: ['keepfold:settings'],
  changeSettings: ['keepfold:change-settings', 'first'],
  openLoginSettings: ['keepfold:open-login-settings'],
  checkForUpdate: ['keepfold:check-for-update'],
  installUpdate: ['keepfold:install-update'],
  logFolder: ['keepfold:log-folder'],
  serviceState: ['keepfold:service-state'],
  startService: ['keepfold:start-service'],
  uploadedBytes: ['keepfold:uploaded-bytes', 'first'],
  uploadsLeft: ['keepfold:uploads-left', 'first'],
  cancelUpload: ['keepfold:cancel-upload', 'first'],
};

describe('the preload script', () => {
  beforeAll(() => ensureBundle(), 90_000);

  it('gives the page its functions and nothing of Electron', async () => {
    const { exposed } = await load();
    expect([...exposed.keys()]).toEqual(['keepfold']);
    const bridge = exposed.get('keepfold') ?? {};
    expect(Object.keys(bridge).sort()).toEqual(
      [...Object.keys(asks), 'isDesktop', 'onServiceState', 'pathOf'].sort(),
    );
    expect(bridge['isDesktop']).toBe(true);
  });

  it.each(Object.entries(asks))('asks the main process for %s', async (name, request) => {
    const { exposed, asked } = await load();
    const call = exposed.get('keepfold')?.[name];
    if (typeof call === 'function') call('first', 'second', 'third');
    expect(asked).toEqual([request]);
  });

  it('tells the path of what was dropped', async () => {
    const { exposed } = await load();
    const pathOf = exposed.get('keepfold')?.['pathOf'];
    expect(typeof pathOf === 'function' && pathOf({ name: 'a.txt' })).toBe('/home/ada/a.txt');
  });

  it('passes the state of the service on until it is told not to, without the event', async () => {
    const { exposed, heard } = await load();
    const listen = exposed.get('keepfold')?.['onServiceState'];
    const states: unknown[][] = [];
    const end: unknown = typeof listen === 'function' && listen((...state: unknown[]) => states.push(state));
    heard.emit('keepfold:service-state-changed', { sender: 'secret' }, { state: 'running' });
    if (typeof end === 'function') end();
    heard.emit('keepfold:service-state-changed', { sender: 'secret' }, { state: 'stopped' });
    expect(states).toEqual([[{ state: 'running' }]]);
  });
});

async function load() {
  const exposed = new Map<string, Record<string, unknown>>();
  const asked: unknown[][] = [];
  const heard = new EventEmitter();
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: Record<string, unknown>) => exposed.set(name, api),
    },
    ipcRenderer: {
      invoke: (...args: unknown[]) => asked.push(args),
      on: heard.on.bind(heard),
      off: heard.off.bind(heard),
    },
    webUtils: { getPathForFile: ({ name }: { name: string }) => `/home/ada/${name}` },
  };
  const module = { exports: {} };
  const require = (name: string): unknown => (name === 'electron' ? electron : null);
  runInNewContext(await readFile(bundle, 'utf8'), { require, module, exports: module.exports });
  return { exposed, asked, heard };
}
