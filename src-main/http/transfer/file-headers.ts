import mime from 'mime';
import type { FileDirent } from '../../core/objects/dir-object.ts';

/** Whatever the content claims to be, a browser that shows it runs nothing of it. */
const INERT = "sandbox; default-src 'none'";

/** Headers of a file's bytes, whichever part of them is sent. */
export function fileHeaders(
  file: FileDirent,
  { isInline, isEncrypted }: { readonly isInline: boolean; readonly isEncrypted: boolean },
): Record<string, string> {
  return {
    etag: file.id,
    'content-type': mime.getType(file.name) ?? 'application/octet-stream',
    'content-disposition': contentDisposition(file.name, isInline ? 'inline' : 'attachment'),
    'content-security-policy': INERT,
    ...(isEncrypted ? {} : { 'accept-ranges': 'bytes' }),
  };
}

/** RFC 5987 for what can read it, then a plain name in which everything doubtful became an underscore. */
export function contentDisposition(name: string, how: 'attachment' | 'inline' = 'attachment'): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${hexOf(character)}`,
  );
  return `${how};filename*=utf-8''${encoded};filename="${name.replace(/[^ -~]|["\\%]/gu, '_')}"`;
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
