import { inEnglish, type Said } from '../../src-shared/service-words.ts';
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
  /** Null where there is no code for it. */
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
