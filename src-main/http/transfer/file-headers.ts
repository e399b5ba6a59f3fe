import mime from 'mime';
import type { FileDirent } from '../../core/objects/dir-object.ts';
import { INERT_HEADERS } from '../security-headers.ts';

/**
 * Types that no page can run, be styled by or be made of, so that nothing people store is a program of our own origin.
 * All others, drawings that may hold scripts among them, are bytes to browsers.
 */
const HARMLESS = /^(image\/(?!svg)|audio\/|video\/|text\/(plain|csv|markdown)$|application\/pdf$)/;

/** Headers of a file's bytes, whichever part of them is sent. */
export function fileHeaders(
  file: Pick<FileDirent, 'id' | 'name'>,
  isEncrypted: boolean,
): Record<string, string> {
  return {
    etag: file.id,
    ...INERT_HEADERS,
    'content-type': typeOf(file.name),
    'content-disposition': contentDisposition(file.name),
    ...(isEncrypted ? {} : { 'accept-ranges': 'bytes' }),
  };
}

function typeOf(name: string): string {
  const type = mime.getType(name) ?? '';
  return HARMLESS.test(type) ? type : 'application/octet-stream';
}

/** RFC 5987 for what can read it, then a plain name in which everything doubtful became an underscore. */
export function contentDisposition(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${hexOf(character)}`,
  );
  return `attachment;filename*=utf-8''${encoded};filename="${name.replace(/[^ -~]|["\\%]/gu, '_')}"`;
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase();
}

/** Whether the client has these bytes already. Quotes are optional: the wire's own tags have none. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replace(/^"|"$/g, ''));
  return known.includes(etag) || known.includes('*');
}
