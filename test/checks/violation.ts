/** One place that breaks a rule. */
export interface Violation {
  /** Path from the project root, with forward slashes. */
  readonly file: string;
  /** First line is 1. */
  readonly line: number;
  readonly message: string;
}
