import { describe, expect, it } from 'vitest';
import { passwordOf } from '../../../../src-main/headless/commands/passwords.ts';

async function given(options: { password?: string; 'password-stdin': boolean }) {
  const warnings: string[] = [];
  const password = await passwordOf({
    options: { password: undefined, ...options },
    readPassword: async () => 'read',
    warn: (words) => warnings.push(words),
  });
  return { password, warnings };
}

describe('the password of a command', () => {
  it('is read where none stands on the command line, and where it is said to be piped in', async () => {
    expect(await given({ 'password-stdin': false })).toEqual({ password: 'read', warnings: [] });
    expect(await given({ 'password-stdin': true, password: 'typed' })).toEqual({
      ...{ password: 'read', warnings: [] },
    });
  });

  it('is taken from the command line with a warning', async () => {
    expect(await given({ 'password-stdin': false, password: 'typed' })).toEqual({
      password: 'typed',
      warnings: [expect.stringContaining('add --password-stdin and pipe it in')],
    });
  });
});
