import { describe, expect, it } from 'vitest';
import { EMPTY_ID, isId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';

describe('object ids', () => {
  it('name bytes by their SHA-1', () => {
    expect(objectIdOf(Buffer.from('hello\n'))).toBe('f572d396fae9206628714fb2ce00f72e94f2258f');
    expect(objectIdOf('deep')).toBe('3dde59ff3d79fc2322f4192f74c1d1af30d32cc6');
  });

  it('are forty lower-case hex digits', () => {
    expect(isId(EMPTY_ID)).toBe(true);
    expect(isId('f572d396fae9206628714fb2ce00f72e94f2258f')).toBe(true);
  });

  it.each([
    'F572D396FAE9206628714FB2CE00F72E94F2258F',
    'f572d396fae9206628714fb2ce00f72e94f2258',
    'f572d396fae9206628714fb2ce00f72e94f2258f\n',
    'g572d396fae9206628714fb2ce00f72e94f2258f',
    '',
    null,
    40,
    ['f572d396fae9206628714fb2ce00f72e94f2258f'],
  ])('are not %j', (value) => {
    expect(isId(value)).toBe(false);
  });
});
