import { expect, it } from 'vitest';
import { cookieOf, proofCookie } from '../../../../src-main/http/public/proof-cookie.ts';

it('lets a visitor of one link in again, and is out of reach of scripts and of other sites', () => {
  const cookie = { proof: 'p', seconds: 60, path: '/d/token' };
  expect(proofCookie({ ...cookie, isSecure: false })).toBe(
    'keepfold-link=p; Path=/d/token; Max-Age=60; HttpOnly; SameSite=Lax',
  );
  expect(proofCookie({ ...cookie, isSecure: true })).toMatch(/; Secure$/);
});

it('is found among other cookies, by its whole name', () => {
  expect(cookieOf('a=b; keepfold-link=p=q ; c=d')).toBe('p=q');
  for (const header of [undefined, '', 'keepfold-link', 'x-keepfold-link=p', 'a="; keepfold-linked=p"'])
    expect(cookieOf(header)).toBeUndefined();
});
