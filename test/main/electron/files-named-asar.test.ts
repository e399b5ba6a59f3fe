import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureBundle } from '../../../resources/launch/bundle.mjs';
import { packApp } from '../../support/packed-app.ts';
import { ServeProcess } from '../../support/serve-process.ts';

const root = join(import.meta.dirname, '../../..');
const PATIENCE = { timeout: 20_000, interval: 100 };

describe('files named *.asar in a linked folder of the desktop app, which runs from an archive itself', () => {
  let base: string;
  let folder: string;
  let archive: Buffer;
  let service: ServeProcess;
  let libraryId: string;

  beforeAll(async () => {
    await ensureBundle();
    base = await mkdtemp(join(tmpdir(), 'keepfold-asar-'));
    folder = join(base, 'Photos');
    await mkdir(join(base, 'inner'));
    await writeFile(join(base, 'inner', 'inside.txt'), 'inside of the archive');
    await createPackage(join(base, 'inner'), join(base, 'app-of-somebody.asar'));
    archive = await readFile(join(base, 'app-of-somebody.asar'));
    await mkdir(join(folder, 'folder.asar'), { recursive: true });
    await writeFile(join(folder, 'folder.asar', 'inside.txt'), 'inside of the folder');
    await writeFile(join(folder, 'archive.asar'), archive);
    await writeFile(join(folder, 'LOUD.ASAR'), archive);
    await writeFile(join(folder, 'notes.asar'), 'only text');
    const entry = await packApp(base, { hasPages: true });
    service = await ServeProcess.startOfApp(join(base, 'data'), { entry });
    libraryId = await service.link(folder);
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await rm(base, { recursive: true, force: true });
  });

  async function call(method: string, path: string, body?: Record<string, string>): Promise<Response> {
    const response = await fetch(new URL(`/api2/repos/${libraryId}/${path}`, service.url), {
      method,
      headers: { Authorization: `Token ${service.token}` },
      ...(body === undefined ? {} : { body: new URLSearchParams(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  async function saved(): Promise<Record<string, unknown>> {
    const rows = (await (await call('GET', 'dir/?p=/')).json()) as { name: string; type: string }[];
    return Object.fromEntries(rows.map(({ name, type }) => [name, type]));
  }

  async function savedBytes(path: string): Promise<Buffer> {
    const address = (await (await call('GET', `file/?p=${path}`)).json()) as string;
    return Buffer.from(await (await fetch(address)).arrayBuffer());
  }

  async function head(): Promise<string> {
    const { commits } = (await (await call('GET', 'history/')).json()) as { commits: { id: string }[] };
    return commits[0]?.id ?? '';
  }

  const onDisk = (name: string) => readFile(join(folder, name));

  it('are saved as the files they are, whatever they hold', async () => {
    expect(await saved()).toEqual({
      'folder.asar': 'dir',
      'archive.asar': 'file',
      'LOUD.ASAR': 'file',
      'notes.asar': 'file',
    });
    expect(await savedBytes('/archive.asar')).toEqual(archive);
    expect(await savedBytes('/LOUD.ASAR')).toEqual(archive);
    expect(String(await savedBytes('/notes.asar'))).toBe('only text');
    expect(String(await savedBytes('/folder.asar/inside.txt'))).toBe('inside of the folder');
  });

  it('are renamed and removed in the library when they are on the disk', async () => {
    await writeFile(join(folder, 'second.asar'), archive);
    await vi.waitFor(async () => expect(await saved()).toHaveProperty(['second.asar'], 'file'), PATIENCE);
    await rename(join(folder, 'second.asar'), join(folder, 'third.asar'));
    await vi.waitFor(async () => {
      const names = await saved();
      expect(names).toHaveProperty(['third.asar'], 'file');
      expect(names).not.toHaveProperty(['second.asar']);
    }, PATIENCE);
    expect(await savedBytes('/third.asar')).toEqual(archive);
    await rm(join(folder, 'third.asar'));
    await vi.waitFor(async () => expect(await saved()).not.toHaveProperty(['third.asar']), PATIENCE);
  }, 90_000);

  it.each(['archive.asar', 'LOUD.ASAR', 'notes.asar'])(
    '%s is removed from the disk, brought back and renamed there byte for byte when it is in the library',
    async (name) => {
      const bytes = await onDisk(name);
      const before = await head();
      await call('DELETE', `file/?p=/${name}`);
      await vi.waitFor(() => expect(existsSync(join(folder, name))).toBe(false), PATIENCE);
      await call('PUT', `file/revert/?p=/${name}`, { commit_id: before });
      await vi.waitFor(async () => expect(await onDisk(name)).toEqual(bytes), PATIENCE);
      await call('POST', `file/?p=/${name}`, { operation: 'rename', newname: `2-${name}` });
      await vi.waitFor(async () => expect(await onDisk(`2-${name}`)).toEqual(bytes), PATIENCE);
      await vi.waitFor(() => expect(existsSync(join(folder, name))).toBe(false), PATIENCE);
    },
    90_000,
  );

  it('are written out to another folder as they are', async () => {
    const to = join(base, 'out.asar');
    await writeFile(join(folder, 'last.asar'), archive);
    await vi.waitFor(async () => expect(await saved()).toHaveProperty(['last.asar'], 'file'), PATIENCE);
    await service.call('POST', `libraries/${libraryId}/export/`, { to });
    expect(await readFile(join(to, 'last.asar'))).toEqual(archive);
    expect(await readFile(join(to, 'folder.asar', 'inside.txt'), 'utf8')).toBe('inside of the folder');
  }, 60_000);

  it('do not keep the service from its own files in its own archive', async () => {
    const page = await fetch(service.url);
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('<div id="app">');
    const [script = ''] = /assets\/[\w.-]+\.js/.exec(text) ?? [];
    expect(await (await fetch(new URL(script, service.url))).text()).toBe(
      await readFile(join(root, 'out/renderer', script), 'utf8'),
    );
  });
});
