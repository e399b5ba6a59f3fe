import type { EntryJson } from '../../src-shared/contents-api.ts';
import type { VersionJson } from '../../src-shared/versions-api.ts';

/** A version of `/Thesis.md`; its commit and contents are told by one letter each. */
export function version(letter: string, fields: Partial<VersionJson> = {}): VersionJson {
  return {
    commit_id: letter.repeat(40),
    time: 1_700_000_000,
    description: 'Added or modified "Thesis.md".',
    author: 'ada@example.org',
    author_name: 'Ada',
    device: 'desk',
    origin: 'edited',
    path: '/Thesis.md',
    old_path: '',
    file_id: letter.repeat(40),
    size: 14,
    mtime: 1_700_000_000,
    ...fields,
  };
}

export function fileEntry(fields: Partial<EntryJson> = {}): EntryJson {
  return {
    name: 'Thesis.md',
    kind: 'file',
    id: 'c'.repeat(40),
    size: 14,
    mtime: 1_700_000_000,
    modifier: 'ada@example.org',
    modifier_name: '',
    executable: false,
    ...fields,
  };
}
