import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { selfTestReport } from '../../support/self-test-report.ts';
import { SERVER_ENTRY } from '../../support/server-entry.ts';

describe('the self-test of the headless server', () => {
  it('tries itself without a look at any data folder, and leaves nothing behind', async () => {
    const base = await mkdtemp(join(tmpdir(), 'keepfold-serve-'));
    onTestFinished(() => rm(base, { recursive: true, force: true }));
    const env = { TMPDIR: base, TEMP: base, DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '' };
    const { exitCode, report, failed } = await selfTestReport(
      [SERVER_ENTRY, '--data-dir', join(base, 'data')],
      env,
    );
    expect(exitCode).toBe(0);
    expect(report).toMatchObject({ ok: true, program: 'server', checks: { archives: { ok: true } } });
    expect(failed.filter((name) => !name.startsWith('keychain'))).toEqual([]);
    expect(await readdir(base)).toEqual([]);
  });

  it('says what fails where nothing can be written, and goes on to the rest', async () => {
    const nowhere = join(import.meta.filename, 'nowhere');
    const { exitCode, report, output } = await selfTestReport([SERVER_ENTRY], {
      TMPDIR: nowhere,
      TEMP: nowhere,
    });
    expect(exitCode).toBe(1);
    expect(report).toMatchObject({
      ok: false,
      checks: {
        digests: { ok: true },
        database: { ok: false },
        watcher: { ok: false },
        loopback: { ok: true },
      },
    });
    expect(output).not.toContain(nowhere);
  });
});
