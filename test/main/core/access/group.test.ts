import { describe, expect, it } from 'vitest';
import { checkGroupName } from '../../../../src-main/core/access/group.ts';

describe('a group name', () => {
  it.each(['Team 1', 'Büro', '部门（东京）', "O'Neill (a.b-c_d)", 'x'.repeat(255)])('%j is fine', (name) => {
    expect(() => checkGroupName(name)).not.toThrow();
  });

  it.each(['a/b', 'a\\b', 'a@b', 'a\nb', '<b>', 'fox🦊', 'x'.repeat(256)])('%j is refused', (name) => {
    expect(() => checkGroupName(name)).toThrow('name-invalid');
  });

  it.each(['', '   '])('%j is missing', (name) => {
    expect(() => checkGroupName(name)).toThrow('argument-missing');
  });
});
