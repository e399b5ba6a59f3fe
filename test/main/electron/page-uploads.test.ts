import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureBundle } from '../../../resources/launch/bundle.mjs';
import { PageUploads } from '../../../src-main/electron/page-uploads.ts';
import { DesktopProcess } from '../../support/electron-stub/desktop-process.ts';

const bodyOf = (...pieces: readonly string[]) => new Blob([...pieces]).stream();

describe('uploads of the page on their way to the service', () => {
  it('are counted as they are read, until they are over', async () => {
    const uploads = new PageUploads();
    const upload = uploads.follow('one', bodyOf('four', 'more'));
    expect(uploads.sentBytes('one')).toBe(0);
    expect(await new Response(upload.body).text()).toBe('fourmore');
    expect(uploads.sentBytes('one')).toBe(8);
    expect(uploads.sentBytes('other')).toBe(0);
    upload.end();
    expect(uploads.sentBytes('one')).toBe(0);
  });

  it('end when they are cancelled, each by itself', () => {
    const uploads = new PageUploads();
    const one = uploads.follow('one', bodyOf(''));
    const other = uploads.follow('other', bodyOf(''));
    uploads.cancel('one');
    expect([one.signal.aborted, other.signal.aborted]).toEqual([true, false]);
  });

  it('end at once when they were cancelled before they came', () => {
    const uploads = new PageUploads();
    uploads.cancel('late');
    expect(uploads.follow('late', bodyOf('')).signal.aborted).toBe(true);
  });
});

describe('an upload in the desktop app, whose request hears nothing of the page', () => {
  let dataDir: string;
  let desktop: DesktopProcess;
  let libraryId: string;

  beforeAll(async () => {
    await ensureBundle();
    dataDir = await mkdtemp(join(tmpdir(), 'keepfold-uploads-'));
    desktop = new DesktopProcess(dataDir);
    await desktop.started();
    libraryId = (await call<{ id: string }>('POST', 'libraries/', { name: 'Photos' })).id;
  }, 90_000);

  afterAll(async () => {
    desktop.quit();
    await desktop.exitCode();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = (await desktop.ask('fetch', {
      url: `app://keepfold/api/local/v1/${path}`,
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })) as { text: string };
    return JSON.parse(answer.text);
  }

  const ask = (channel: string, ...args: unknown[]) =>
    desktop.ask('call', { channel: `keepfold:${channel}`, frameUrl: 'app://keepfold/index.html', args });

  async function commitCount(): Promise<number> {
    return (await call<{ commit_count: number }>('GET', `libraries/${libraryId}/`)).commit_count;
  }

  /** All of the form but its end is with the service. */
  async function startUpload(id: string): Promise<void> {
    const link = await call<{ url: string }>('POST', `libraries/${libraryId}/upload-link/`, { path: '/' });
    const part = (name: string, text: string) =>
      `--b\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${text}\r\n`;
    const start = `${part('parent_dir', '/')}${part('replace', '0')}${part(`file; filename=${id}.txt`, 'text')}`;
    await desktop.ask('startUpload', {
      url: `app://keepfold${new URL(link.url).pathname}`,
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'x-keepfold-upload': id },
      start,
    });
    await vi.waitFor(async () => expect(await ask('uploaded-bytes', id)).toBe(start.length));
  }

  it('says how far it is, and comes into the library', async () => {
    const before = await commitCount();
    await startUpload('kept');
    expect(await desktop.ask('finishUpload', '--b--\r\n')).toBe(200);
    expect(await ask('uploaded-bytes', 'kept')).toBe(0);
    expect(await commitCount()).toBe(before + 1);
  });

  it('does not come into the library when it was cancelled, although its body goes on to its end', async () => {
    const before = await commitCount();
    await startUpload('cancelled');
    await ask('cancel-upload', 'cancelled');
    expect(await desktop.ask('finishUpload', '--b--\r\n')).toBe(502);
    // The next one of the same library waits for whatever was before it.
    await startUpload('next');
    expect(await desktop.ask('finishUpload', '--b--\r\n')).toBe(200);
    expect(await commitCount()).toBe(before + 1);
  });

  it('takes ids alone from the page', async () => {
    await expect(ask('cancel-upload', '../x')).rejects.toThrow('cancelUpload takes the id of an upload');
    await expect(ask('uploaded-bytes')).rejects.toThrow('uploadedBytes takes the id of an upload');
  });
});
