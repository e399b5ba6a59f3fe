import { describe, expect, it } from 'vitest';
import { DomainError, type ErrorDetail } from '../../../src-main/core/errors.ts';
import { PUSH_REFUSALS } from '../../../src-main/http/error-tables/seafhttp.ts';
import { UNKNOWN_OWNER } from '../../../src-main/http/error-wording.ts';
import { domainAnswer, ERROR_TABLES, faultAnswer } from '../../../src-main/http/errors.ts';
import type { Surface } from '../../../src-main/http/surface.ts';
import { DOMAIN_ERROR_CODES } from '../../../src-shared/error-codes.ts';

const SURFACES = Object.keys(ERROR_TABLES) as Surface[];
const ID = '8a4f1d4c-1111-4222-8333-444455556666';

const bodyOf = (code: (typeof DOMAIN_ERROR_CODES)[number], surface: Surface, detail: ErrorDetail = {}) =>
  domainAnswer(new DomainError(code, detail), surface).body;

describe('domainAnswer', () => {
  it('has a sane status and words for every code on every surface, with and without detail', () => {
    const full: ErrorDetail = { field: 'keep_days', value: ID, reason: 'too-long', retryAfterSeconds: 3 };
    for (const surface of SURFACES) {
      for (const code of DOMAIN_ERROR_CODES) {
        for (const detail of [{}, full]) {
          const { status, body } = domainAnswer(new DomainError(code, detail), surface);
          const text = typeof body === 'string' ? body : JSON.stringify(body);
          expect(status).toBeGreaterThanOrEqual(400);
          expect(status).toBeLessThan(600);
          expect(text.length).toBeGreaterThan(5);
          expect([surface, code, /undefined|\bat .*\.ts|\[object|null/.test(text)]).toEqual([
            surface,
            code,
            false,
          ]);
        }
      }
    }
  });

  it('calls nothing a server fault that the caller can mend', () => {
    const faults = [
      'library-damaged',
      'object-missing',
      'object-corrupt',
      'disk-full',
      'busy',
      'library-exists',
    ];
    for (const surface of SURFACES) {
      for (const code of DOMAIN_ERROR_CODES.filter((each) => !faults.includes(each))) {
        // RFC 4331 wants 507 there.
        if (surface === 'dav' && code === 'quota-exceeded') continue;
        expect([surface, code, ERROR_TABLES[surface][code].status < 500]).toEqual([surface, code, true]);
      }
    }
  });

  it('uses the words of real servers', () => {
    expect(bodyOf('library-not-found', 'api2', { value: ID })).toEqual({
      error_msg: `Library ${ID} not found.`,
    });
    expect(bodyOf('permission-denied', 'api-v21')).toEqual({ error_msg: 'Permission denied.' });
    expect(bodyOf('argument-invalid', 'api2', { field: 'keep_days' })).toEqual({
      error_msg: 'keep_days invalid.',
    });
    expect(bodyOf('argument-missing', 'admin', { field: 'query' })).toEqual({ error_msg: 'query invalid.' });
    expect(bodyOf('name-invalid', 'admin')).toEqual({ error_msg: 'name invalid.' });
    expect(bodyOf('transfer-to-owner', 'admin')).toEqual({
      error_msg: 'Library can not be transferred to owner.',
    });
    expect(bodyOf('library-encrypted', 'admin')).toEqual({ error_msg: 'Feature disabled.' });
    expect(bodyOf('folder-not-found', 'admin', { value: '/a/b' })).toEqual({
      error_msg: 'Folder /a/b/ not found.',
    });
    expect(bodyOf('deleted-library-not-found', 'admin')).toEqual({
      error_msg: 'Library does not exist in trash.',
    });
    expect(bodyOf('link-not-found', 'transfer')).toBe('Access token not found');
    expect(bodyOf('credentials-wrong', 'api2')).toEqual({
      non_field_errors: ['Unable to login with provided credentials.'],
    });
  });

  it('says on every surface what to do about too many files at once, and to sync clients about their push', () => {
    const detail = { field: 'head', reason: 'too-many-files' };
    for (const surface of SURFACES) {
      const { status, body } = domainAnswer(new DomainError('argument-invalid', detail), surface);
      expect([surface, status, JSON.stringify(body)]).toEqual([
        surface,
        400,
        expect.stringContaining('This would compare or change more than a million files and folders at once'),
      ]);
    }
    const push = domainAnswer(new DomainError('argument-invalid', detail), 'sync', PUSH_REFUSALS);
    expect([push.status, JSON.stringify(push.body)]).toEqual([
      403,
      expect.stringContaining('add, move or delete them in several steps'),
    ]);
  });

  it('says how long to wait', () => {
    const answer = domainAnswer(new DomainError('throttled', { retryAfterSeconds: 12 }), 'api2');
    expect(answer).toEqual({
      status: 429,
      headers: { 'retry-after': '12' },
      body: { detail: 'Request was throttled. Expected available in 12 seconds.' },
    });
  });

  it('gives our own surface the code, in the body and in a header', () => {
    expect(domainAnswer(new DomainError('path-invalid', { value: 'a' }), 'local')).toEqual({
      status: 400,
      headers: { 'x-keepfold-error': 'path-invalid' },
      body: { error_code: 'path-invalid', error_msg: 'The path “a” is not valid.' },
    });
  });

  it('takes the words of a route before those of its surface', () => {
    const error = new DomainError('library-not-found', { value: ID });
    const overridden = domainAnswer(error, 'api2', { 'library-not-found': 'Library not found.' });
    expect(overridden).toMatchObject({ status: 404, body: { error_msg: 'Library not found.' } });
    const department = domainAnswer(
      new DomainError('group-not-found', { value: '7' }),
      'api2',
      UNKNOWN_OWNER,
    );
    expect(department).toMatchObject({ status: 404, body: { error_msg: 'User 7@service_group not found.' } });
  });
});

describe('faultAnswer', () => {
  it('says nothing about the inside', () => {
    expect(faultAnswer('api2', 'id-1')).toEqual({
      status: 500,
      headers: { 'x-request-id': 'id-1' },
      body: { error_msg: 'Internal Server Error' },
    });
  });
});
