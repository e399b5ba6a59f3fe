import { describe, expect, it } from 'vitest';
import { withLeftOut } from '../../../../src-main/headless/commands/export-command.ts';
import type { RestoreJson } from '../../../../src-shared/libraries-api.ts';

const WRITTEN = { path: '/out', files: 2, bytes: 6 } as RestoreJson;

describe('the answer about what was written to a disk', () => {
  it('is the words alone when all of it was', () => {
    expect(withLeftOut(WRITTEN, 'Wrote 2 files.')).toEqual({ json: WRITTEN, text: 'Wrote 2 files.' });
  });

  it('names what was left out, and is bad news then', () => {
    const written = { ...WRITTEN, left_out: { count: 2, paths: ['/a:b', '/con'] } };
    expect(withLeftOut(written, 'Wrote 2 files.')).toEqual({
      ...{ json: written, exitCode: 1 },
      text: [
        'Wrote 2 files.',
        'Left out, because this disk cannot hold the names or paths of 2 items, or takes them for others:',
        '/a:b',
        '/con',
      ].join('\n'),
    });
  });
});
