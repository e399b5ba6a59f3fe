import { DomainError } from '../errors.ts';

/** Why a name is refused. */
export type NameProblem = 'empty' | 'too-long' | 'not-unicode' | 'separator' | 'control' | 'dot';

/** In UTF-8: the limit of file systems on Linux, and of the official servers. */
const MAX_NAME_BYTES = 255;

/** Longer names do not fit on Linux next to the suffix that official clients give a download in progress. */
const MAX_DOWNLOADABLE_BYTES = 250;

/** Controls of C0 and C1 and DEL, and the characters that turn the reading direction of what follows. */
const DECEPTIVE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/**
 * Accepts a library name as it is, byte for byte.
 * @throws DomainError `name-invalid` with a `NameProblem` as the reason; only spaces counts as `empty`.
 */
export function checkLibraryName(name: string): void {
  refuse(name, name.trim() === '' ? 'empty' : newNameProblem(name));
}

/** The name of a folder as that of a library, which holds less: sync clients bring whatever a disk has. */
export function asLibraryName(folderName: string): string {
  return folderName.trim() === ''
    ? '_'
    : folderName.replace(/\\/g, '_').replace(new RegExp(DECEPTIVE, 'gu'), '_');
}

/**
 * Accepts the name of a file or folder that a person or a program makes through the API, byte for byte.
 * @throws DomainError `name-invalid` with a `NameProblem` as the reason.
 */
export function checkNewItemName(name: string): void {
  refuse(name, newNameProblem(name));
}

/**
 * Whether a name that comes from a folder on disk or from a sync client can be kept; control characters can.
 */
export function isStorableName(name: string): boolean {
  return baseProblem(name) === null;
}

export type PortabilityProblem =
  | 'windows-reserved'
  | 'trailing-dot-or-space'
  | 'windows-character'
  | 'over-250-bytes';

/**
 * Why other systems can't hold a storable name, in fixed order; empty when they all can. Such names are
 * reported, never refused.
 */
export function portabilityOf(name: string): PortabilityProblem[] {
  const problems: PortabilityProblem[] = [];
  if (WINDOWS_RESERVED.test(name)) problems.push('windows-reserved');
  if (/[. ]$/.test(name)) problems.push('trailing-dot-or-space');
  if (WINDOWS_FORBIDDEN.test(name)) problems.push('windows-character');
  if (Buffer.byteLength(name) > MAX_DOWNLOADABLE_BYTES) problems.push('over-250-bytes');
  return problems;
}

/** Device names, also with any extension: `nul.txt` opens the device. */
const WINDOWS_RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;

/** Windows allows DEL and the C1 controls. */
const WINDOWS_FORBIDDEN = /[<>:"|?*\\]|(?![\u007f-\u009f])\p{Cc}/u;

function newNameProblem(name: string): NameProblem | null {
  return baseProblem(name) ?? (DECEPTIVE.test(name) ? 'control' : null);
}

function baseProblem(name: string): NameProblem | null {
  if (name === '') return 'empty';
  if (!name.isWellFormed()) return 'not-unicode';
  if (name === '.' || name === '..') return 'dot';
  if (name.includes('\0')) return 'control';
  if (name.includes('/') || name.includes('\\')) return 'separator';
  return Buffer.byteLength(name) > MAX_NAME_BYTES ? 'too-long' : null;
}

function refuse(name: string, reason: NameProblem | null): void {
  if (reason === null) return;
  throw new DomainError('name-invalid', reason === 'too-long' ? { reason } : { value: name, reason });
}
