import type { BrowseJson } from '../../../../src-shared/folder-choices-api.ts';

type Folder = BrowseJson['folders'][number];

// The names that systems give by themselves, in the order in which losing them hurts.
const USUAL = ['Documents', 'Pictures', 'Desktop', 'Photos', 'Music', 'Videos', 'Movies'];
const MOST = 4;

function rank({ name }: Folder): number {
  return USUAL.findIndex((usual) => usual.toLowerCase() === name.toLowerCase());
}

/**
 * The folders of a home folder that most people want to keep, at most four. Where a system names them in another
 * language, the first that are there.
 */
export function usualFolders(folders: readonly Folder[]): readonly Folder[] {
  const known = folders.filter((folder) => rank(folder) >= 0).sort((a, b) => rank(a) - rank(b));
  const visible = folders.filter(({ name }) => !name.startsWith('.'));
  return (known.length > 0 ? known : visible).slice(0, MOST);
}
