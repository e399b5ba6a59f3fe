import { describe, expect, it } from 'vitest';
import {
  checkPassword,
  checkQuota,
  checkUserName,
  parseEmail,
  profileOf,
} from '../../../../src-main/core/access/user.ts';

const ANNA = { email: 'anna@example.com', name: '', contactEmail: '' };

it('others see the name that a user chose, else what stands before the @ of the address to write to', () => {
  expect(profileOf({ ...ANNA, name: 'Anna' }).name).toBe('Anna');
  expect(profileOf(ANNA)).toEqual({
    email: 'anna@example.com',
    name: 'anna',
    contactEmail: 'anna@example.com',
  });
  expect(profileOf({ ...ANNA, contactEmail: 'a.lee@example.org' })).toEqual({
    ...{ email: 'anna@example.com', name: 'a.lee', contactEmail: 'a.lee@example.org' },
  });
});

describe('an e-mail', () => {
  it('is kept in lower case', () => {
    expect(parseEmail('Anna.B+x@Example.COM')).toBe('anna.b+x@example.com');
  });

  it.each([
    ['anna', 'without @'],
    ['anna@', 'without host'],
    ['@example.com', 'without local part'],
    ['an na@example.com', 'with a space'],
    ['anna@exa\u0000mple.com', 'with NUL'],
    ['anna@example.com\n', 'with a line break'],
    ['a@b@c', 'with two @'],
    ['an\u202ena@example.com', 'with a direction mark'],
    [`${'a'.repeat(250)}@b.cd`, 'of 255 characters'],
    ['5@service_group', 'of the form of a department'],
    ['5@seafile_group', 'of the other form of a department'],
  ])('%j is refused: %s', (text) => {
    expect(() => parseEmail(text)).toThrow('argument-invalid');
  });

  it('may have 254 characters', () => {
    expect(parseEmail(`${'a'.repeat(249)}@b.cd`)).toHaveLength(254);
  });

  it('must be there', () => {
    expect(() => parseEmail('')).toThrow('argument-missing');
  });
});

describe('a password', () => {
  it('has up to 4,096 bytes', () => {
    expect(() => checkPassword('é'.repeat(2048))).not.toThrow();
    expect(() => checkPassword('é'.repeat(2049))).toThrow('too-long');
    expect(() => checkPassword('')).toThrow('argument-missing');
  });
});

describe('a name', () => {
  it('has up to 64 characters, however many bytes they take', () => {
    expect(() => checkUserName('🦊'.repeat(64))).not.toThrow();
    expect(() => checkUserName('a'.repeat(65))).toThrow('too-long');
  });

  it('has no slash and no control characters', () => {
    expect(() => checkUserName('a/b')).toThrow('slash');
    expect(() => checkUserName('a\u001bb')).toThrow('control');
  });
});

describe('a quota', () => {
  it('is a whole number of bytes, or null', () => {
    expect(() => checkQuota(null)).not.toThrow();
    expect(() => checkQuota(0)).not.toThrow();
    expect(() => checkQuota(-1)).toThrow('argument-invalid');
    expect(() => checkQuota(1.5)).toThrow('argument-invalid');
  });
});
