import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import { signedIn } from '../../../../src-main/http/dav/sign-in.ts';

/** Who signs in with a header, where a name and a password are as the function says. */
function signIn(authorization: string | undefined, refusal?: DomainError) {
  const asked: unknown[] = [];
  const request = { headers: { authorization }, ip: '192.0.2.1' } as unknown as FastifyRequest;
  const callerOfBasic = async (credentials: object) => {
    asked.push(credentials);
    if (refusal !== undefined) throw refusal;
    return { email: 'anna@example.com', isAdmin: false };
  };
  return signedIn(request, { callerOfBasic }).then(
    () => asked,
    (error: unknown) => error,
  );
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('signing in to a drive', () => {
  it('takes a name, and a password that may hold anything', async () => {
    const address = '192.0.2.1';
    expect(await signIn(basic('anna@example.com:a:b'))).toEqual([
      { login: 'anna@example.com', password: 'a:b', address },
    ]);
    expect(await signIn(`  basic   ${basic('ä:ö ').slice(6)} `)).toEqual([
      { login: 'ä', password: 'ö ', address },
    ]);
    expect(await signIn(basic(':'))).toEqual([{ login: '', password: '', address }]);
  });

  it('asks for them where there are none that can be read, and asks nobody about those', async () => {
    for (const header of [undefined, '', 'Basic', 'Token abc', 'Bearer abc', 'Basic !!!', basic('no colon')])
      expect(await signIn(header)).toMatchObject({
        ...{ status: 401, headers: { 'www-authenticate': 'Basic realm="Keepfold", charset="UTF-8"' } },
      });
  });

  it('says of no account what is wrong with it, and lets who has to wait wait', async () => {
    for (const code of [
      'argument-missing',
      'argument-invalid',
      'credentials-wrong',
      'user-inactive',
    ] as const)
      expect(await signIn(basic('a:b'), new DomainError(code))).toMatchObject({
        ...{ status: 401, message: 'The name or the password is not right.' },
      });
    expect(await signIn(basic('a:b'), new DomainError('throttled'))).toMatchObject({ code: 'throttled' });
  });
});
