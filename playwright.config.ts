import { defineConfig } from '@playwright/test';

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  // Each file has a server and a browser of its own; half of the time they wait for each other.
  workers: 2,
  retries: 0,
  timeout: 60_000,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    trace: 'retain-on-failure',
    launchOptions: { executablePath: chromium, args: ['--no-sandbox'] },
  },
});
