import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ensureBundle } from '../../../../resources/launch/bundle.mjs';
import { decideAfterCrash } from '../../../../src-main/electron/windows/page-crashes.ts';
import { DesktopProcess } from '../../../support/electron-stub/desktop-process.ts';

const page = 'app://keepfold/index.html';
const errorPage = 'app://keepfold/stopped.html';
const waiting = { timeout: 10_000, interval: 20 };

vi.setConfig({ testTimeout: 60_000 });

describe('a page whose process ended', () => {
  let base: string;
  let desktop: DesktopProcess;
  const loads = () => desktop.ask('loads');

  beforeAll(async () => {
    await ensureBundle();
    base = await mkdtemp(join(tmpdir(), 'keepfold-crashes-'));
  }, 90_000);

  afterAll(() => rm(base, { recursive: true, force: true }));

  beforeEach(async () => {
    desktop = new DesktopProcess(base);
    await desktop.started();
    onTestFinished(async () => {
      desktop.quit();
      await desktop.exitCode();
    });
  });

  it.each(['crashed', 'oom'])(
    'is loaded again once where it was, then there is an error page (%s)',
    async (reason) => {
      await desktop.ask('choose', ['Settings']);
      await desktop.ask('crashPage', reason);
      await expect.poll(loads, waiting).toEqual([page, `${page}#/settings`, `${page}#/settings`]);
      await desktop.ask('crashPage', reason);
      await expect.poll(loads, waiting).toEqual([page, `${page}#/settings`, `${page}#/settings`, errorPage]);
      expect(await desktop.ask('fetch', { url: errorPage })).toMatchObject({
        status: 200,
        headers: { 'content-security-policy': expect.stringMatching(/^default-src 'none'; /) },
        text: expect.stringMatching(/<a href="index\.html">Reload<\/a>/),
      });
      expect(await desktop.ask('fetch', { url: errorPage })).toMatchObject({
        text: expect.stringContaining(`The logs say more: ${join(base, 'shell/logs')}`),
      });
      expect(await desktop.ask('isPrevented', { event: 'will-navigate', url: page })).toBe(false);
    },
  );

  it('is not loaded for ever when the error page ends too, but once somebody opens the app', async () => {
    for (const reason of ['oom', 'oom']) {
      await desktop.ask('crashPage', reason);
      await desktop.ask('started');
    }
    await expect.poll(loads, waiting).toEqual([page, page, errorPage]);
    await desktop.ask('crashPage', 'launch-failed');
    await desktop.ask('secondInstance');
    await expect.poll(loads, waiting).toEqual([page, page, errorPage, page]);
  });

  it('is left alone when it ended as it should', async () => {
    await desktop.ask('crashPage', 'clean-exit');
    await desktop.ask('crashPage', 'crashed');
    await expect.poll(loads, waiting).toEqual([page, page]);
  });

  it('is ended and loaded again when it answers nobody for long', async () => {
    await desktop.ask('hang');
    await desktop.ask('passTime');
    await expect.poll(loads, waiting).toEqual([page, page]);
  });

  it('stays when it answers again', async () => {
    await desktop.ask('hang');
    await desktop.ask('answerAgain');
    await desktop.ask('passTime');
    await desktop.ask('crashPage', 'crashed');
    await expect.poll(loads, waiting).toEqual([page, page]);
  });

  it('is in the log, and so is any other process that ended', async () => {
    await desktop.ask('crashPage', 'oom');
    await desktop.ask('loseProcess', { type: 'GPU', reason: 'crashed', exitCode: 139 });
    const log = await readFile(join(base, 'shell/logs/shell.log'), 'utf8');
    expect(log).toContain('"event":"page-process-gone","reason":"oom","exitCode":5');
    expect(log).toContain('"event":"process-gone","type":"GPU","reason":"crashed","exitCode":139');
  });
});

const first = { reason: 'crashed', isErrorPage: false, lastMs: null, nowMs: 1_000_000 };

describe('a page that ended', () => {
  it.each([
    ['for the first time', {}, 'load-again'],
    ['a second time within ten minutes', { lastMs: 400_001 }, 'error-page'],
    ['a second time after ten minutes', { lastMs: 400_000 }, 'load-again'],
    ['while it was the error page', { isErrorPage: true, lastMs: 999_000 }, 'nothing'],
    ['as it should', { reason: 'clean-exit' }, 'nothing'],
  ])('%s', (_when, facts, decision) => {
    expect(decideAfterCrash({ ...first, ...facts })).toBe(decision);
  });
});
