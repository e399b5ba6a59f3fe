import Folder from '@lucide/svelte/icons/folder';
import type { Api } from '../../api/api.ts';
import type { PaletteEntry } from '../../features/palette/palette-search.ts';
import { filesHref, itemHref } from '../../format/address.ts';
import { visibleName } from '../../format/name.ts';
import { lastName, parentPath } from '../../format/path.ts';
import { fileIcon } from '../../ui/file-icon.ts';

const MOST_FILES = 5;
/** In UTF-8; the service takes no more. */
const MOST_BYTES = 255;

/** Current files and folders whose names contain all the words, best first; none where the service does not answer. */
export async function fileEntries(
  api: Pick<Api, 'call'>,
  words: string,
  signal: AbortSignal,
): Promise<readonly PaletteEntry[]> {
  if (new TextEncoder().encode(words).length > MOST_BYTES) return [];
  const { results } = await api.call('GET search/', { q: words, in: 'names', state: 'now' }, { signal });
  return results.slice(0, MOST_FILES).map(({ library_id, library_name, path, is_dir }) => {
    const name = lastName(path);
    const folder = parentPath(path);
    const where = [library_name, ...(folder === '/' ? [] : [folder.slice(1)])].map(visibleName).join(' › ');
    return {
      ...{ id: `file-${library_id}-${encodeURIComponent(path)}`, group: 'files', label: name, note: where },
      ...{ icon: is_dir ? Folder : fileIcon(name), isPassing: true },
      run: () => {
        window.location.hash = is_dir ? filesHref(library_id, path) : itemHref(library_id, path);
      },
    };
  });
}
