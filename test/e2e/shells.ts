import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { type RunningServer, ServeProcess } from '../support/serve-process.ts';
import { StartedWindow } from '../support/started-window.ts';

/** What shows the page to its person. */
export type Shell = 'tab' | 'window';

interface Started {
  readonly server: RunningServer;
  readonly page: Page;
  /** Null in a tab. */
  readonly window: StartedWindow | null;
  /** Has the page show what its person sees first. */
  readonly enter: () => Promise<void>;
}

interface FirstDay extends Omit<Started, 'page'> {
  /** A folder of this test alone. */
  readonly place: string;
  readonly started: Started;
}

/** Tests that are the same in each shell: a project says in which one they run. */
export const test = base.extend<FirstDay & { shell: Shell }>({
  shell: ['tab', { option: true }],
  place: async ({ shell }, use) => {
    const place = mkdtempSync(join(tmpdir(), `keepfold-${shell}-`));
    await use(place);
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  },
  started: async ({ shell, place, context }, use, info) => {
    info.skip(shell === 'window' && !StartedWindow.isPossible(), 'an app window needs Xvfb and a Chromium');
    if (shell === 'window') return await startWindow(place, use);
    const server = await ServeProcess.start(join(place, 'data'));
    const page = await context.newPage();
    const enter = async () => {
      await page.goto(server.signInUrl);
    };
    await use({ server, page, window: null, enter });
    await server.stop();
  },
  server: ({ started }, use) => use(started.server),
  page: ({ started }, use) => use(started.page),
  window: ({ started }, use) => use(started.window),
  enter: ({ started }, use) => use(started.enter),
});

async function startWindow(place: string, use: (started: Started) => Promise<void>): Promise<void> {
  const window = await StartedWindow.start(place);
  try {
    const page = await window.page();
    const enter = () => expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
    await use({ server: window.server, page, window, enter });
  } finally {
    await window.end();
  }
}
