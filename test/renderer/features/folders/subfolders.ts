import type { SubfolderJson } from '../../../../src-shared/folder-choices-api.ts';

function folder(path: string, files: number): SubfolderJson {
  return { name: path.split('/').at(-1) ?? '', path, excluded: false, files, bytes: files * 100 };
}

/** A small folder, as the service lists it level by level. */
export function subfolders(path: string): SubfolderJson[] {
  if (path === '') return [folder('Letters', 3), folder('Work', 12)];
  return path === 'Work' ? [folder('Work/Clients', 7), folder('Work/Old', 5)] : [];
}
