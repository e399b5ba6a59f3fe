import type { VersionJson } from '../../src-shared/versions-api.ts';
import type { ChangeWording } from './change.ts';
import { t } from './messages.ts';
import { visibleName } from './name.ts';
import { lastName, parentPath } from './path.ts';

/**
 * What a commit did to a file, in a few words.
 * @param older the version before it; null when there is none, or it is not known
 */
export function versionWording(version: VersionJson, older: VersionJson | null): ChangeWording {
  switch (version.origin) {
    case 'added':
      return { word: older === null ? t('added') : t('addedAgain'), tone: 'added' };
    case 'edited':
      return { word: t('changed'), tone: 'changed' };
    case 'kept':
      return { word: t('oldestKept'), tone: 'neutral' };
    case 'moved':
      return { word: moveText(version, older), tone: 'changed' };
  }
}

function moveText({ path, old_path: from, file_id: id }: VersionJson, older: VersionJson | null): string {
  const isRename = parentPath(path) === parentPath(from);
  const alsoChanged = older !== null && older.file_id !== id;
  const values = { from: visibleName(isRename ? lastName(from) : from.slice(1)) };
  if (isRename) return t(alsoChanged ? 'renamedAndChangedFrom' : 'renamedFrom', values);
  return t(alsoChanged ? 'movedAndChangedFrom' : 'movedFrom', values);
}
