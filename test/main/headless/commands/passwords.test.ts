import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { passwordOf, readPassword } from '../../../../src-main/headless/commands/passwords.ts';

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

/** A terminal that echoes nothing by itself, as one in raw mode. */
function terminal() {
  return Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
}

describe('a password', () => {
  it('is asked for on a terminal, where it is not shown', async () => {
    const [input, output] = [terminal(), new PassThrough()];
    const reading = readPassword({ input, output, isPiped: false });
    input.write('secrex\u007ft word\r');
    expect(await reading).toBe('secret word');
    output.end();
    expect(await text(output)).toBe('Password: \n');
  });

  it.each(['\r', '\u0003', '\u0004'])('is none where a person gives up with %j', async (key) => {
    const [input, output] = [terminal(), new PassThrough()];
    const reading = readPassword({ input, output, isPiped: true });
    input.write(key);
    await expect(reading).rejects.toThrow('No password was typed.');
  });

  it('is what is piped in, when that is said', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const reading = readPassword({ input, output, isPiped: true });
    input.end('two words\r\n');
    expect(await reading).toBe('two words');
    await expect(readPassword({ input: new PassThrough().end(), output, isPiped: true })).rejects.toThrow(
      'There is no password on standard input.',
    );
    await expect(readPassword({ input, output, isPiped: false })).rejects.toThrow('add --password-stdin');
  });
});
