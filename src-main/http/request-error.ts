/** A request refused by the HTTP layer itself, before any service saw it. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  /** Machine-readable name of the refusal, for our own surface. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Set where the answer is not the one sentence in its usual member. */
  readonly body: Readonly<Record<string, unknown>> | null;

  constructor(status: number, code: string, text: string, extras: RequestErrorExtras = {}) {
    super(text);
    this.status = status;
    this.code = code;
    this.headers = extras.headers ?? {};
    this.body = extras.body ?? null;
  }
}

interface RequestErrorExtras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export const FIELD_UNREADABLE = 'field-unreadable';

/** A body that cannot be read as what its content type says. */
export function unreadableBody(text: string): RequestError {
  return new RequestError(400, 'body-unreadable', text);
}

/** A field whose value is no text; worded as handlers word a value that they do not take. */
export function unreadableField(name: string): RequestError {
  return new RequestError(400, FIELD_UNREADABLE, `${name} invalid.`);
}

/** A body or a part of it beyond the limits of a form. */
export function bodyTooLarge(text: string): RequestError {
  return new RequestError(413, 'body-too-large', text);
}

/** The answer for addresses that name nothing, malformed ids included. */
export function notFound(): RequestError {
  return new RequestError(404, 'not-found', 'Not found.');
}
