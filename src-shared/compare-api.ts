import type { ChangeJson, CommitJson } from './local-api.ts';

/** What has happened to an item between two moments. */
export type DifferenceKindJson = 'added' | 'modified' | 'removed' | 'renamed';

/** The size is that of all files in it. */
export interface DifferenceJson extends ChangeJson {
  /** Of the older file, when it was modified; else 0. */
  old_size: number;
  /** 1 for a file; those in it for a folder. */
  files: number;
}

/**
 * `GET libraries/{id}/differences/?commit=&other=&kind=&cursor=`: what differs between two moments, by path, 500 a page.
 * Without `other` the second one is now.
 */
export interface DifferencesPageJson {
  older: CommitJson;
  newer: CommitJson;
  rows: DifferenceJson[];
  /** Rows of the kind that was asked for. */
  total: number;
  /** Files of each kind, those in folders included. */
  files: { [kind in DifferenceKindJson]: number };
  bytes_delta: number;
  cursor: string | null;
}
