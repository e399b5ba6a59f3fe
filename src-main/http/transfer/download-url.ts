import type { DownloadLink } from '../../usecases/files/downloads.ts';

/** Absolute address of a link: clients cannot use relative ones. */
export function downloadUrl(origin: string, { token, name }: DownloadLink): string {
  return `${origin}/seafhttp/files/${token}/${encodeURIComponent(name.toWellFormed())}`;
}
