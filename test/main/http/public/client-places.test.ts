import { describe, expect, it } from 'vitest';
import { placeOf } from '../../../../src-main/http/public/client-places.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const FILES = `#/libraries/${ID}/files`;

describe('the place for an address of a real server', () => {
  it.each([
    ['/', '#/'],
    [`/library/${ID}/Papers/`, FILES],
    [`/library/${ID}/Papers`, FILES],
    [`/library/${ID}/`, FILES],
    [`/library/${ID}`, FILES],
    [`/library/${ID}/My%20Papers/Trip/Italy%20%26%20Spain`, `${FILES}/Trip/Italy%20%26%20Spain`],
    [`/library/${ID}/My Papers/Trip/Grüße/`, `${FILES}/Trip/Gr%C3%BC%C3%9Fe`],
    [`/lib/${ID}/file/Trip/plan.txt`, `${FILES}/Trip?item=plan.txt`],
    [`/lib/${ID}/file/100%.txt`, `${FILES}?item=100%25.txt`],
    [`/lib/${ID}/file/a%5Cb%23c.txt?dl=1`, `${FILES}?item=a%5Cb%23c.txt`],
    [`/lib/${ID}/dir/Trip`, `${FILES}/Trip`],
    [`/#common/lib/${ID}/Trip/Italy`, `${FILES}/Trip/Italy`],
    [`/repo/${ID}`, FILES],
    [`/repo/${ID}/`, FILES],
    [`/repo/file_revisions/${ID}/?p=/Trip/plan.txt`, `${FILES}/Trip?item=plan.txt`],
    [`/smart-link/${ID}/`, `#/smart-link/${ID}`],
    [`/smart-link/${ID}/plan.txt`, `#/smart-link/${ID}`],
    ['/profile/', '#/settings'],
    ['/#/trash', '#/trash'],
  ])('of %s is %s', (address, place) => {
    expect(placeOf(address)).toBe(place);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    `//library/${ID}/Papers/`,
    `\\library/${ID}/Papers/`,
    `https://evil.example/library/${ID}/Papers/`,
    '/library/none/Papers/',
    '/published/wiki/',
    '',
  ])('of %s is home', (address) => {
    expect(placeOf(address)).toBe('#/');
  });
});
