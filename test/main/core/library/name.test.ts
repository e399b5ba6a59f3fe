import { describe, expect, it } from 'vitest';
import {
  checkLibraryName,
  checkNewItemName,
  isStorableName,
  portabilityOf,
} from '../../../../src-main/core/library/name.ts';

const KEPT = [
  'a',
  '...',
  '..a',
  'a..b',
  ' leading and trailing ',
  'caf\u00e9',
  'cafe\u0301',
  '文档 😀',
  'CON',
  'a:b*?<>|"',
  'x'.repeat(255),
  'é'.repeat(127),
];

const REFUSED = [
  ['', 'empty'],
  ['.', 'dot'],
  ['..', 'dot'],
  ['a/b', 'separator'],
  ['a\\b', 'separator'],
  ['a\0b', 'control'],
  ['a\ud800', 'not-unicode'],
] as const;

const DECEPTIVE = ['a\nb', 'a\u001b', 'a\u007f', 'a\u0085', 'photo\u202egnp.exe', 'a\u2066b', 'a\u2069'];

function refusal(name: string, reason: string) {
  return expect.objectContaining({ code: 'name-invalid', detail: { value: name, reason } });
}

describe.each([
  ['checkLibraryName', checkLibraryName],
  ['checkNewItemName', checkNewItemName],
])('%s', (_name, check) => {
  it.each(KEPT)('takes %j as it is', (name) => {
    expect(() => check(name)).not.toThrow();
  });

  it.each(REFUSED)('refuses %j', (name, reason) => {
    expect(() => check(name)).toThrow(refusal(name, reason));
  });

  it.each(DECEPTIVE)('refuses the control character in %j', (name) => {
    expect(() => check(name)).toThrow(refusal(name, 'control'));
  });

  it.each(['x'.repeat(256), 'é'.repeat(128)])('counts bytes, not characters', (name) => {
    expect(() => check(name)).toThrow(
      expect.objectContaining({ code: 'name-invalid', detail: { reason: 'too-long' } }),
    );
  });
});

describe('spaces only', () => {
  it.each([' ', '\u3000 '])('are no library name', (name) => {
    expect(() => checkLibraryName(name)).toThrow(refusal(name, 'empty'));
  });

  it('are an item name', () => {
    expect(() => checkNewItemName(' ')).not.toThrow();
  });
});

describe('isStorableName', () => {
  it.each([...KEPT, ...DECEPTIVE])('takes %j', (name) => {
    expect(isStorableName(name)).toBe(true);
  });

  it.each([...REFUSED.map(([name]) => name), 'x'.repeat(256)])('refuses %j', (name) => {
    expect(isStorableName(name)).toBe(false);
  });
});

describe('portabilityOf', () => {
  it.each([
    'report.txt',
    'console',
    'com',
    'com10',
    'nulls.txt',
    '.hidden',
    'a.b c',
    'x'.repeat(250),
    '文档 😀',
    'a\u0085',
  ])('has nothing to say about %j', (name) => {
    expect(portabilityOf(name)).toEqual([]);
  });

  it.each(['CON', 'nul.txt', 'Aux.tar.gz', 'com1', 'LPT9.log', 'COM¹', 'CONIN$', 'nul .txt'])(
    'knows the device %j',
    (name) => {
      expect(portabilityOf(name)).toEqual(['windows-reserved']);
    },
  );

  it.each(['a.', 'a ', '...'])('sees the end of %j', (name) => {
    expect(portabilityOf(name)).toEqual(['trailing-dot-or-space']);
  });

  it.each(['a:b', 'a*', 'what?', '<a>', 'a|b', '"a"', 'tab\there', 'a\\b'])(
    'sees the character in %j',
    (name) => {
      expect(portabilityOf(name)).toEqual(['windows-character']);
    },
  );

  it('gives every reason', () => {
    expect(portabilityOf(`${'é'.repeat(125)}:`)).toEqual(['windows-character', 'over-250-bytes']);
    expect(portabilityOf('con.?.')).toEqual([
      'windows-reserved',
      'trailing-dot-or-space',
      'windows-character',
    ]);
  });
});
