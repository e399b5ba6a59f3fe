import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { storeLog } from '../../../src-main/app/store-log.ts';
import { DomainError } from '../../../src-main/core/errors.ts';

describe('the log of the stores', () => {
  it('says why writing stopped, and what could not be removed', () => {
    const lines: Record<string, unknown>[] = [];
    const log = storeLog(pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) }));
    const cause = Object.assign(new Error('EPERM: operation not permitted, rename'), { code: 'EPERM' });
    log.writingStopped(new DomainError('library-read-only', { reason: 'journal-failed' }, cause));
    log.leftBehind('/data/tmp/object-1', cause);
    expect(lines[0]).toMatchObject({ event: 'writing-stopped', reason: 'journal-failed', level: 50 });
    expect(JSON.stringify(lines[0])).toContain('EPERM: operation not permitted, rename');
    expect(lines[1]).toMatchObject({
      ...{ event: 'leftover-not-removed', path: '/data/tmp/object-1', level: 40 },
      err: { code: 'EPERM' },
    });
  });
});
