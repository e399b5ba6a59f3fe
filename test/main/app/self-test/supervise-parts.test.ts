import { describe, expect, it } from 'vitest';
import type { ServicePart } from '../../../../src-main/app/self-test/parts.ts';
import { type StartProber, superviseParts } from '../../../../src-main/app/self-test/supervise-parts.ts';

const PARTS = ['digests', 'database', 'watcher'] as const;

/** What becomes of a process at a part; all others of its parts end well. */
type Fate = 'hangs' | 'dies';

/** Processes as they are asked for, with the parts that each was to try, and how many were ended. */
function probers(fates: Partial<Record<ServicePart, Fate>>) {
  const asked: (readonly ServicePart[])[] = [];
  let killed = 0;
  const start: StartProber = ({ said, ended }) => ({
    kill: () => {
      killed++;
      // Of a process that is ended this is told as well.
      ended('SIGKILL');
    },
    post({ parts }) {
      asked.push(parts);
      for (const part of parts) {
        if (fates[part] === 'dies') return ended('exit code 139');
        if (fates[part] === 'hangs') return;
        said({ kind: 'tried', part, outcome: { ok: true, detail: 'works' } });
      }
    },
  });
  return { start, asked, killed: () => killed };
}

const works = { ok: true, detail: 'works' };

async function supervised(start: StartProber) {
  const outcomes = await superviseParts(start, { parts: PARTS, folder: '/nowhere', withinMs: 20 });
  return Object.fromEntries(outcomes);
}

describe('parts that are tried in a process of their own', () => {
  it('need one process when all of them end, which is ended then', async () => {
    const { start, asked, killed } = probers({});
    expect(await supervised(start)).toEqual({ digests: works, database: works, watcher: works });
    expect(asked).toEqual([PARTS]);
    expect(killed()).toBe(1);
  });

  it('are tried on in another process after one that hangs', async () => {
    const { start, asked, killed } = probers({ database: 'hangs' });
    expect(await supervised(start)).toEqual({
      digests: works,
      database: { ok: false, detail: 'did not end within 0.02 s' },
      watcher: works,
    });
    expect(asked).toEqual([PARTS, ['watcher']]);
    expect(killed()).toBe(2);
  });

  it('are tried on in another process after one that takes its process down', async () => {
    const { start, asked } = probers({ database: 'dies' });
    expect(await supervised(start)).toEqual({
      digests: works,
      database: { ok: false, detail: 'its process ended: exit code 139' },
      watcher: works,
    });
    expect(asked).toEqual([PARTS, ['watcher']]);
  });

  it('all have an outcome where no process gets to any of them', async () => {
    const { start, asked } = probers({ digests: 'dies', database: 'dies', watcher: 'hangs' });
    const outcomes = await supervised(start);
    expect(Object.values(outcomes).map(({ ok }) => ok)).toEqual([false, false, false]);
    expect(asked).toEqual([PARTS, ['database', 'watcher'], ['watcher']]);
  });
});
