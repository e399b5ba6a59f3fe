import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { iconShape } from './resources/build/icon-shape.mjs';
import { pageScript } from './resources/build/page-script.mjs';
import { LongestFirst } from './test/checks/longest-first.ts';
import { temporaryFolderOfRun } from './test/support/quick-folder.ts';

// One more than build machines have cores: many tests wait for disks, clients and watchers.
const maxWorkers = Number(process.env['KEEPFOLD_TEST_WORKERS'] ?? 3);

const env = { TMPDIR: temporaryFolderOfRun() };

// What Node makes of a source is kept for all processes and threads of the run: to strip each of its types, in each thread
// that starts from TypeScript, was half of the processor time of such tests.
process.env['NODE_COMPILE_CACHE'] ??= join(env.TMPDIR, 'compile-cache');

/** What pages of the service are made of is text to it: their style as it is written, their script without its types. */
const ofPages = { plugins: [pageScript()], css: { include: [/\?raw$/] } };

/** Only what hangs takes so long, on a machine that is busy or slow as well, or that is one inside of another. */
const testTimeout = process.platform === 'win32' ? 120_000 : 30_000;

// Threads start from TypeScript, which Node strips of its types by a WebAssembly module in each. V8 makes the calls from
// such a module into JavaScript faster after a while, and in one of several threads that has ended whole processes
// (SIGSEGV in Runtime_TierUpWasmToJSWrapper, Node 24.21). What is built has no types to strip.
const execArgv = ['--wasm-wrapper-tiering-budget=1000000000'];

/**
 * The tests of the interface that also ask the desktop app's built service, which runs as in Electron: what hashes, encrypts,
 * starts threads and sees files there. The long run asks it all of them.
 */
const contractsInElectron =
  process.env['KEEPFOLD_PROOF'] === 'long'
    ? ['**/*']
    : [
        ...['user/auth-token', 'user/library-create-encrypted', 'user/set-password', 'user/thumbnail'],
        ...['user/upload', 'user/zip', 'local/linking-folders', 'local/reach'],
      ];

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const inGerman = 'test/renderer/**/*-german.test.ts';

/** The browser of somebody who prefers this language. */
const browserIn = (locale: string) =>
  playwright({
    launchOptions: { executablePath: chromium, args: ['--no-sandbox'] },
    contextOptions: { locale },
  });

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: ofPages.plugins,
        test: {
          name: 'unit',
          css: ofPages.css,
          environment: 'node',
          include: ['test/{main,shared,contract}/**/*.test.ts'],
          env,
          pool: 'forks',
          execArgv,
          // Files of one worker share its modules: to load them for each of four hundred files took a fifth of the time.
          isolate: false,
          maxWorkers,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        plugins: ofPages.plugins,
        test: {
          name: 'desktop',
          css: ofPages.css,
          environment: 'node',
          include: contractsInElectron.map((name) => `test/contract/${name}.test.ts`),
          env: { ...env, KEEPFOLD_TEST_SERVICE: 'desktop' },
          pool: 'forks',
          execArgv,
          isolate: false,
          maxWorkers,
          testTimeout: 2 * testTimeout,
          hookTimeout: 2 * testTimeout,
        },
      },
      {
        plugins: ofPages.plugins,
        test: {
          name: 'clients',
          css: ofPages.css,
          environment: 'node',
          include: ['test/clients/**/*.test.ts'],
          env,
          pool: 'forks',
          execArgv,
          maxWorkers,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: ofPages.plugins,
        test: {
          name: 'windows',
          css: ofPages.css,
          environment: 'node',
          include: ['test/windows/**/*.test.ts'],
          pool: 'forks',
          execArgv,
          // One Windows computer, on which most files share a server that takes a while to start.
          isolate: false,
          maxWorkers: 1,
          testTimeout: 3 * 60_000,
          hookTimeout: 3 * 60_000,
        },
      },
      {
        plugins: ofPages.plugins,
        test: {
          name: 'proof',
          css: ofPages.css,
          environment: 'node',
          include: ['test/proof/**/*.test.ts'],
          pool: 'forks',
          execArgv,
          maxWorkers,
          testTimeout: process.env['KEEPFOLD_PROOF'] === 'long' ? 6 * 3_600_000 : 15 * 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [iconShape(), svelte({ configFile: false })],
        test: {
          name: 'component',
          include: ['test/renderer/**/*.test.ts'],
          setupFiles: 'test/renderer/unmount.ts',
          // Files share a page and its modules: to load them for each of over a hundred files was 40 % of the work.
          isolate: false,
          restoreMocks: true,
          testTimeout,
          hookTimeout: testTimeout,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [
              { browser: 'chromium', provider: browserIn('en-US'), exclude: [inGerman] },
              // A page has one language from the moment that its code is loaded.
              {
                browser: 'chromium',
                name: 'component in German',
                provider: browserIn('de-DE'),
                include: [inGerman],
              },
            ],
          },
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src-main/core/**', 'src-main/engine/**', 'src-main/usecases/**'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: 'coverage',
      thresholds: {
        'src-main/core/**': { lines: 90, functions: 90 },
        'src-main/engine/**': { lines: 80, functions: 80 },
        'src-main/usecases/**': { lines: 80, functions: 80 },
      },
    },
  },
});
