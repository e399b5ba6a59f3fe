import type { CommitJson } from '../../../../src-shared/contents-api.ts';

/** What is to be as it was. */
export interface WantedBack {
  readonly commit: CommitJson;
  readonly paths: readonly string[];
  readonly close: () => void;
}
