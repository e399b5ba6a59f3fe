import { gzipSync } from 'node:zlib';
import type { Answer, TestApp } from './running-app.ts';

/** A request body that no call may take, with the status it gets. */
export interface UnreadableBody {
  readonly why: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const BOUNDARY = '_.Keepfold._{7e7e}';
const MULTIPART = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };

/** Bodies that would be fine for `field=value` but for one thing. */
export function unreadableBodies(field: string, value: string): UnreadableBody[] {
  return [...ofOddType(field, value), ...ofBadForm(field, value), ...ofBadJson(field, value)];
}

/** What is over a limit, since a route may have one of its own; and a body for each parser, another one for the next route. */
export function someOfEachType(bodies: readonly UnreadableBody[], index: number): readonly UnreadableBody[] {
  const large = bodies.filter(({ status }) => status === 413);
  const others = bodies.filter(({ status }) => status !== 413);
  const types = Map.groupBy(others, ({ headers }) => headers['Content-Type']?.split(';', 1)[0]);
  return [...large, ...[...types.values()].flatMap((ofType) => ofType[index % ofType.length] ?? [])];
}

/** What a call without an account says of it: that it is too large, beyond 64 KiB, before it looks what else is wrong. */
export function sentAnonymously(unreadable: UnreadableBody): UnreadableBody {
  const isTooLarge = Buffer.byteLength(unreadable.body) > 64 * 1024;
  return isTooLarge ? { ...unreadable, status: 413 } : unreadable;
}

function ofOddType(field: string, value: string): UnreadableBody[] {
  const body = `${field}=${value}`;
  const typed = (contentType: string) => ({ 'Content-Type': contentType });
  return [
    { why: 'text/xml', status: 415, headers: typed('text/xml'), body: `<${field}>${value}</${field}>` },
    { why: 'text/plain', status: 415, headers: typed('text/plain'), body },
    {
      why: 'a form in UTF-16',
      status: 415,
      headers: typed('application/x-www-form-urlencoded; charset=utf-16'),
      body,
    },
    {
      why: 'a compressed form',
      status: 415,
      headers: { ...FORM, 'Content-Encoding': 'gzip' },
      body: new Uint8Array(gzipSync(body)),
    },
  ];
}

function ofBadForm(field: string, value: string): UnreadableBody[] {
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join('&');
  const parts = (count: number) =>
    Array.from({ length: count }, (_, index) => part(`f${index}`, '1')).join('');
  const end = `--${BOUNDARY}--\r\n`;
  const good = part(field, value);
  return [
    { why: 'a repeated form field', status: 400, headers: FORM, body: `${field}=${value}&${field}=2` },
    { why: 'a NUL in a form field', status: 400, headers: FORM, body: `${field}=${value}%00` },
    { why: 'a form field that is not UTF-8', status: 400, headers: FORM, body: `${field}=${value}%ff` },
    { why: 'over 100 form fields', status: 413, headers: FORM, body: `${field}=${value}&${fields(100)}` },
    {
      why: 'a body over 1 MiB',
      status: 413,
      headers: FORM,
      body: `${field}=${value}&x=${'x'.repeat(1024 * 1024)}`,
    },
    {
      why: 'multipart without boundary',
      status: 400,
      headers: { 'Content-Type': 'multipart/form-data' },
      body: good + end,
    },
    { why: 'multipart that is cut', status: 400, headers: MULTIPART, body: good },
    { why: 'over 100 parts', status: 413, headers: MULTIPART, body: good + parts(100) + end },
    {
      why: 'a part over 64 KiB',
      status: 413,
      headers: MULTIPART,
      body: good + part('x', 'x'.repeat(64 * 1024 + 1)) + end,
    },
    {
      why: 'a repeated part',
      status: 400,
      headers: MULTIPART,
      body: good + good + end,
    },
  ];
}

function part(name: string, value: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function ofBadJson(field: string, value: string): UnreadableBody[] {
  const json = (why: string, body: string): UnreadableBody => ({
    why,
    status: 400,
    headers: JSON_TYPE,
    body,
  });
  const good = `"${field}": "${value}"`;
  return [
    json('cut JSON', `{${good}`),
    json('JSON that is a list', `["${value}"]`),
    json('JSON that is a string', `"${value}"`),
    json('JSON 33 levels deep', `{${good}, "x": ${'['.repeat(33)}${']'.repeat(33)}}`),
    json('JSON 200,000 levels deep', `{${good}, "x": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
    json('a repeated JSON key', `{${good}, ${good}}`),
    json('a JSON key __proto__', `{${good}, "__proto__": {"x": 1}}`),
    json('a JSON key constructor', `{${good}, "constructor": {"prototype": {"x": 1}}}`),
    json('a NUL in JSON', `{"${field}": "${value}\\u0000"}`),
    json('a lone surrogate in JSON', `{"${field}": "${value}\\ud800"}`),
  ];
}

/** A call with exactly these bytes. */
export async function sendBytes(
  app: TestApp,
  call: { readonly method: string; readonly path: string; readonly token?: string },
  { headers, body }: Pick<UnreadableBody, 'headers' | 'body'>,
): Promise<Answer> {
  const authorization = call.token === undefined ? {} : { Authorization: `Token ${call.token}` };
  const request = { method: call.method, headers: { ...authorization, ...headers }, body };
  const response = await fetch(new URL(call.path, app.url), request);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}
