import { defineConfig } from '@playwright/test';
import type { Shell } from './test/e2e/shells.ts';

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** In the app window the short run does what is tagged so, the long run all that can be done there. */
const isLong = process.env['KEEPFOLD_PROOF'] === 'long';
const inWindow = ['**/app-window.spec.ts', '**/first-day.spec.ts'];

export default defineConfig<{ shell: Shell }>({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/build-first.ts',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  // Each file has a server and a browser of its own; half of the time they wait for each other.
  workers: 2,
  // What fails once has failed. It is done again only for its trace: to record all that pass is 7 % of the work.
  retries: 1,
  failOnFlakyTests: true,
  // Deadlines, no measures: two browsers and two servers may share two cores that have other work.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  forbidOnly: Boolean(process.env['CI']),
  projects: [
    { name: 'tab', testIgnore: '**/app-window.spec.ts' },
    { name: 'window', testMatch: inWindow, use: { shell: 'window' }, ...(isLong ? {} : { grep: /@window/ }) },
  ],
  use: {
    actionTimeout: 60_000,
    // A film would be a quarter of the work; a trace holds the page at each step without it.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromium, args: ['--no-sandbox'] },
  },
});
