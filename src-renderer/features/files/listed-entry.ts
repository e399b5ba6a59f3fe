import type { EntryJson } from '../../../src-shared/contents-api.ts';
import type { MarkJson } from '../../../src-shared/history-browsing-api.ts';

/** An item of a folder; of one in the past it is known what has become of it. */
export interface ListedEntry extends EntryJson {
  readonly mark?: MarkJson;
}
