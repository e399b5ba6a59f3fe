import type { DomainErrorCode } from '../../src-shared/error-codes.ts';
import { amountRefusalText } from '../../src-shared/refusals.ts';
import type { ErrorDetail } from '../core/errors.ts';
import { departmentId, folderPath } from './present/values.ts';

/** What is known of a refusal. */
interface RefusalDetail extends ErrorDetail {
  /** What the call was to do, of those that do one of several things. */
  readonly operation?: string | undefined;
}

/** How one refusal reads on the wire. */
export interface ErrorWording {
  readonly status: number;
  readonly text: string | ((detail: RefusalDetail) => string);
  /** Member of the answer that holds the text; `error_msg` unless the framework of real servers words it. */
  readonly key?: 'detail' | 'non_field_errors';
  /** The whole answer, where it is not one sentence. */
  readonly body?: Readonly<Record<string, unknown>>;
}

export type ErrorTable = Readonly<Record<DomainErrorCode, ErrorWording>>;

/** What a single route words differently than its surface: another text, or another status as well; by the reason, too. */
export type ErrorOverrides = Readonly<
  Partial<Record<DomainErrorCode, string | ErrorWording | ((detail: ErrorDetail) => ErrorWording)>>
>;

/** In the words of real servers. */
export const ADMINISTRATORS_ONLY = 'You do not have permission to perform this action.';

/** Where an owner is named, an unknown department reads like an unknown user. */
export const UNKNOWN_OWNER: ErrorOverrides = {
  'group-not-found': { status: 404, text: ({ value }) => `User ${departmentId(Number(value))} not found.` },
};

/** Words that depend on what is refused, with the status of a bad request. */
export function worded(text: (detail: RefusalDetail) => string): ErrorWording {
  return { status: 400, text };
}

/** A path that cannot be; a folder moved into itself is told by its own words wherever items are moved. */
export function pathInvalid(text: (detail: ErrorDetail) => string): ErrorWording {
  return worded((detail) =>
    detail.reason === 'into-itself'
      ? `Can not move folder ${detail.value} to its subfolder ${detail.target}.`
      : text(detail),
  );
}

const FOLDER_MISSING: ErrorWording = {
  status: 404,
  text: ({ value = '/' }) => `Folder ${folderPath(value)} not found.`,
};

/** Calls about folders name them with the slash at their end that the wire has. */
export const FOLDERS_WITH_SLASH = { 'folder-not-found': FOLDER_MISSING, 'not-a-folder': FOLDER_MISSING };

export function wordingOf(
  code: DomainErrorCode,
  table: ErrorTable,
  overrides: ErrorOverrides = {},
  detail: ErrorDetail = {},
): ErrorWording {
  const override = overrides[code];
  if (typeof override === 'function') return override(detail);
  // Whatever the call asks for, its words for an argument would not say what to do.
  const ofAmount = amountRefusalText(detail.reason);
  if (ofAmount !== undefined) return { ...table[code], text: ofAmount };
  if (override === undefined) return table[code];
  return typeof override === 'string' ? { ...table[code], text: override } : override;
}

export function textOf(wording: ErrorWording, detail: RefusalDetail): string {
  return typeof wording.text === 'string' ? wording.text : wording.text(detail);
}
