import { expect, it } from 'vitest';
import { commitTitle } from '../../../src-renderer/format/change.ts';

it('a description that lost the name of what was erased says so in the language of the page', () => {
  expect(commitTitle({ description: 'Deleted "(erased)" and 2 more files' })).toContain('„(gelöscht)“');
});
