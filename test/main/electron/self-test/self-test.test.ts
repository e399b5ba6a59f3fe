import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBundle } from '../../../../resources/launch/bundle.mjs';
import { desktopSelfTest } from '../../../support/self-test-report.ts';

describe('the self-test of the desktop app', () => {
  let base: string;

  beforeAll(async () => {
    await ensureBundle();
    base = await mkdtemp(join(tmpdir(), 'keepfold-self-test-'));
  }, 90_000);

  afterAll(() => rm(base, { recursive: true, force: true }));

  const tried = (env: NodeJS.ProcessEnv) =>
    desktopSelfTest(['--data-dir', join(base, 'data')], {
      ...{ KEEPFOLD_STUB_USER_DATA: join(base, 'profile'), TMPDIR: base, TEMP: base },
      // No keychain and no tray, whatever the machine of the test has.
      ...{ DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '' },
      ...env,
    });

  it('finds everything that people need beside an app that runs, and leaves nothing behind', async () => {
    const { exitCode, report, failed } = await tried({ KEEPFOLD_STUB_SECOND_INSTANCE: '1' });
    expect(exitCode).toBe(0);
    expect(report).toMatchObject({
      ok: true,
      program: 'desktop',
      checks: {
        package: { ok: true, detail: 'checkout' },
        sandbox: { ok: true, detail: 'on' },
        page: { ok: true, detail: 'loaded' },
        // BoringSSL has none of its own.
        argon2id: { ok: true, detail: 'portable' },
        archives: { ok: true },
      },
    });
    expect(failed.filter((name) => !/^(tray|keychain)/.test(name))).toEqual([]);
    expect(await readdir(base)).toEqual(['profile']);
    expect(await readdir(join(base, 'profile'), { recursive: true })).toEqual(['logs']);
  });

  it('says what is wrong where the app itself would not start or stay', async () => {
    const env = { KEEPFOLD_STUB_NO_SANDBOX: '1', KEEPFOLD_STUB_PAGE_CRASHES: '1' };
    const { exitCode, report } = await tried({ ...env, KEEPFOLD_STUB_USER_DATA: join(base, 'data') });
    expect(exitCode).toBe(1);
    expect(report).toMatchObject({
      ok: false,
      checks: {
        sandbox: { ok: false, detail: 'switched off by --no-sandbox' },
        // The app has moved it, as in any start.
        profile: { ok: true },
        page: { ok: false, detail: 'its process ended: crashed' },
        database: { ok: true },
      },
    });
  });
});
