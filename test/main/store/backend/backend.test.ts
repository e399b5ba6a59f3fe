import { expect, it } from 'vitest';
import { codeOf } from '../../../../src-main/store/backend/backend.ts';
import { describeBackend } from '../../../suites/backend.ts';
import { MemoryBackend } from '../../../support/memory-backend.ts';

describeBackend('files in memory', async () => ({
  backend: new MemoryBackend(),
  dispose: async () => undefined,
}));

it('an error is known by the name that the system has for it', () => {
  const named = Object.assign(new Error('no room'), { code: 'ENOSPC' });
  const others = [
    new Error('no room'),
    Object.assign(new Error('odd'), { code: 28 }),
    { code: 'ENOSPC' },
    null,
  ];
  expect([named, ...others].map(codeOf)).toEqual(['ENOSPC', '', '', '', '']);
});
