import { DOMAIN_ERROR_CODES, type DomainErrorCode } from '../../src-shared/error-codes.ts';
import type { Problem } from '../format/problem.ts';
import { t } from './messages.ts';

/**
 * `unreachable`: there was no answer. `signed-out`: the token is not valid, or no longer. `too-much`: more in one
 * request than is taken. `misfit`: the service does not understand the request at all, as happens between different
 * versions. `unexpected`: a fault of the server. `file-changed`: a file was saved again since it was chosen.
 */
export type ApiErrorCode = Problem['code'];

const KNOWN: ReadonlySet<string> = new Set(DOMAIN_ERROR_CODES);

export function isDomainCode(code: string): code is DomainErrorCode {
  return KNOWN.has(code);
}

/** What a refusal is about; empty where the server does not say. */
interface ApiErrorFacts {
  readonly reason?: string;
  readonly value?: string;
  readonly field?: string;
}

/**
 * The one error the API modules throw. Decisions look at `code` only; `message` is the text shown as details, the
 * server's own if it sent one.
 */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly reason: string;
  readonly value: string;
  readonly field: string;

  constructor(code: ApiErrorCode, message: string, options: ErrorOptions & ApiErrorFacts = {}) {
    super(message, options);
    this.name = 'ApiError';
    this.code = code;
    this.reason = options.reason ?? '';
    this.value = options.value ?? '';
    this.field = options.field ?? '';
  }
}

function textField(body: unknown, field: string): string {
  if (typeof body !== 'object' || body === null || !(field in body)) return '';
  const value: unknown = Reflect.get(body, field);
  return typeof value === 'string' ? value : '';
}

/** The error an answer that is not 2xx stands for. 502 to 504 come from a proxy in front of a service that is gone. */
export function errorFromAnswer(status: number, body: unknown): ApiError {
  const message = textField(body, 'error_msg') || t('status', { status });
  const code = textField(body, 'error_code');
  if (isDomainCode(code)) {
    const facts = { reason: textField(body, 'reason'), value: textField(body, 'value') };
    return new ApiError(code, message, { ...facts, field: textField(body, 'field') });
  }
  if (status >= 502 && status <= 504) return new ApiError('unreachable', message);
  return new ApiError(codeOfStatus(status), message);
}

/** For a refusal that has no more specific code. */
export function codeOfStatus(status: number): ApiErrorCode {
  if (status === 401) return 'signed-out';
  if (status === 413) return 'too-much';
  return status >= 400 && status < 500 ? 'misfit' : 'unexpected';
}
