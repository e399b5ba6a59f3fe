import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBundle } from '../../../resources/launch/bundle.mjs';
import { DesktopProcess } from '../../support/electron-stub/desktop-process.ts';
import { escapedName, type SentPart } from '../../support/electron-stub/scheme-requests.ts';

const origin = 'app://keepfold';
const waiting = { timeout: 20_000, interval: 50 };

interface Fetched {
  readonly status: number;
  readonly text: string;
  readonly bytes: Uint8Array;
}

describe('what the page of the desktop app sends and takes', () => {
  let base: string;
  let desktop: DesktopProcess;
  let libraryId: string;

  beforeAll(async () => {
    await ensureBundle();
    base = await mkdtemp(join(tmpdir(), 'keepfold-page-'));
    desktop = new DesktopProcess(join(base, 'data'));
    await desktop.started();
    const made = await fetched('/api/local/v1/libraries/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Photos"}',
    });
    libraryId = JSON.parse(made.text).id;
  }, 90_000);

  afterAll(async () => {
    desktop.quit();
    await desktop.exitCode();
    await rm(base, { recursive: true, force: true });
  });

  async function fetched(path: string, init: object = {}): Promise<Fetched> {
    return (await desktop.ask('fetch', { url: origin + path, ...init })) as Fetched;
  }

  /** Sends a form with one file, whose content comes as Chromium hands it on. */
  async function upload(name: string, content: readonly SentPart[]): Promise<Fetched> {
    const link = await fetched(`/api2/repos/${libraryId}/upload-link/?p=/`);
    const { pathname } = new URL(JSON.parse(link.text));
    const part = `--boundary\r\nContent-Disposition: form-data; name=`;
    const head = `${part}"parent_dir"\r\n\r\n/\r\n${part}"file"; filename="${escapedName(name)}"\r\n\r\n`;
    return await fetched(pathname, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=boundary' },
      body: [{ bytes: Buffer.from(head) }, ...content, { bytes: Buffer.from('\r\n--boundary--\r\n') }],
    });
  }

  async function saved(name: string): Promise<Buffer> {
    const link = await fetched(`/api2/repos/${libraryId}/file/?p=/${name}`);
    const { pathname } = new URL(JSON.parse(link.text));
    return Buffer.from((await fetched(pathname)).bytes);
  }

  async function names(): Promise<string[]> {
    const { text } = await fetched(`/api2/repos/${libraryId}/dir/?p=/`);
    return JSON.parse(text).map((row: { name: string }) => row.name);
  }

  it('arrives as it was, in however many parts it comes', async () => {
    const onDisk = Buffer.alloc(3 * 1024 * 1024, 'on the disk');
    const made = Buffer.alloc(200_000, 'made by the page');
    await writeFile(join(base, 'large.bin'), onDisk);
    const parts = [{ bytes: Buffer.from('bytes') }, { file: join(base, 'large.bin') }, { blob: made }];
    expect(await upload('all.bin', parts)).toMatchObject({ status: 200 });
    expect(await saved('all.bin')).toEqual(Buffer.concat([Buffer.from('bytes'), onDisk, made]));
  });

  it('keeps its name, whatever Chromium has to escape in it', async () => {
    const name = 'say "hi"\r\n%41.txt';
    expect(await upload(name, [{ bytes: Buffer.from('hi') }])).toMatchObject({ status: 400 });
    expect(await upload('say "hi" %41.txt', [{ bytes: Buffer.from('hi') }])).toMatchObject({ status: 200 });
    expect(await names()).toContain('say "hi" %41.txt');
  });

  it('is not in the library when it breaks off', async () => {
    const before = await names();
    expect(await upload('half.bin', [{ file: join(base, 'not there') }])).toMatchObject({ status: 502 });
    expect(await names()).toEqual(before);
  });

  it('comes back byte for byte when it is named *.asar', async () => {
    await createPackage(join(base, 'data/shell'), join(base, 'somebody.asar'));
    const archive = await readFile(join(base, 'somebody.asar'));
    for (const [name, content] of [
      ['archive.asar', archive],
      ['LOUD.ASAR', archive],
      ['notes.asar', Buffer.from('only text')],
    ] as const) {
      // By its path, as it sends others, nothing of it would come: that is why the page sends its bytes.
      await writeFile(join(base, name), content);
      expect(await upload(name, [{ file: join(base, name) }])).toMatchObject({ status: 502 });
      expect(await upload(name, [{ blob: content }])).toMatchObject({ status: 200 });
      expect(await saved(name)).toEqual(content);
    }
  });

  it('is let go when the page has had enough of it', async () => {
    const large = Buffer.alloc(32 * 1024 * 1024, 'a large file');
    await upload('large.bin', [{ blob: large }]);
    const link = await fetched(`/api2/repos/${libraryId}/file/?p=/large.bin`);
    const { pathname } = new URL(JSON.parse(link.text));
    const atRest = Number(await desktop.ask('connections'));
    for (const path of [pathname, '/api/local/v1/events/']) {
      const started = await desktop.ask('fetchStart', { url: origin + path });
      expect(started).toMatchObject({ status: 200 });
    }
    await expect.poll(() => desktop.ask('connections'), waiting).toBeLessThanOrEqual(atRest);
  });
});
