import { defineConfig } from '@playwright/test';

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  // The servers under test and the browsers share two cores on a build machine.
  workers: 1,
  retries: 0,
  timeout: 60_000,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    trace: 'retain-on-failure',
    launchOptions: { executablePath: chromium, args: ['--no-sandbox'] },
  },
});
