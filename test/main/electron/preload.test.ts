import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBundle } from '../../../resources/launch/bundle.mjs';

const bundle = join(import.meta.dirname, '../../../out/preload/preload.cjs');

describe('the preload script', () => {
  beforeAll(() => ensureBundle(), 90_000);

  it('gives the page two functions and nothing of Electron', async () => {
    const exposed = new Map<string, Record<string, unknown>>();
    const asked: unknown[][] = [];
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name: string, api: Record<string, unknown>) => exposed.set(name, api),
      },
      ipcRenderer: { invoke: (...args: unknown[]) => asked.push(args) },
    };
    const module = { exports: {} };
    const load = (name: string): unknown => (name === 'electron' ? electron : null);
    runInNewContext(await readFile(bundle, 'utf8'), { require: load, module, exports: module.exports });

    expect([...exposed.keys()]).toEqual(['keepfold']);
    const bridge = exposed.get('keepfold') ?? {};
    expect(Object.keys(bridge)).toEqual(['isDesktop', 'pickFolder', 'revealFolder']);
    expect(bridge['isDesktop']).toBe(true);
    for (const name of ['pickFolder', 'revealFolder']) {
      const call = bridge[name];
      if (typeof call === 'function') call('first', 'second');
    }
    expect(asked).toEqual([['keepfold:pick-folder'], ['keepfold:reveal-folder', 'first']]);
  });
});
