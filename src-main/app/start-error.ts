import { inEnglish, type Said, said } from '../../src-shared/service-words.ts';
import { passingRefusal } from '../core/errors.ts';

/** Why a start was refused; the number is the process's exit code, which scripts rely on. */
export const START_REFUSALS = {
  'data-dir-unusable': 3,
  'data-dir-in-use': 4,
  'port-taken': 5,
  'certificate-unusable': 6,
} as const;

export type StartRefusal = keyof typeof START_REFUSALS;

/** A start that cannot be made until something outside the program changes. The message says what. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly refusal: StartRefusal;
  /** Null where the words have no code. */
  readonly said: Said | null;

  constructor(refusal: StartRefusal, words: Said | string, cause?: unknown) {
    super(typeof words === 'string' ? words : inEnglish(words), cause === undefined ? undefined : { cause });
    this.refusal = refusal;
    this.said = typeof words === 'string' ? null : words;
  }

  get exitCode(): number {
    return START_REFUSALS[this.refusal];
  }
}

/** The refusal of a data folder: because its disk is full, or else in the words made from the message of `cause`. */
export function dataDirUnusable(
  path: string,
  cause: unknown,
  otherwise: (reason: string) => Said | string,
): StartError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return noRoomToStart(path, cause) ?? new StartError('data-dir-unusable', otherwise(reason), cause);
}

/** The refusal when `cause` is a full disk; null otherwise. */
export function noRoomToStart(path: string, cause: unknown): StartError | null {
  if (passingRefusal(cause)?.code !== 'disk-full') return null;
  return new StartError('data-dir-unusable', said('dataDiskFull', { what: path }), cause);
}
