/** Tells programs which refusal it is, even where the answer is text for other clients. */
export const ERROR_HEADER = 'x-keepfold-error';

/** The answer to an upload has the commit that it made in this header. */
export const COMMIT_HEADER = 'x-commit-id';

/** Every refusal. The code is one of `error-codes.ts` or of the framework; the text says what to do next. */
export interface LocalErrorJson {
  error_code: string;
  error_msg: string;
  /** Refines the code; absent where the code says everything. */
  reason?: string;
  /** Name of the argument that the reason is about. */
  field?: string;
  /** The thing that the reason is about: a path, a name, an id. */
  value?: string;
}
