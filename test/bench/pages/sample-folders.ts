import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Small files that all differ, named so that they sort by their number. */
export function fillFolder(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < count; at += 1)
    writeFileSync(join(folder, `${fileName(at)}.txt`), `note ${folder} ${at}`);
}

export function fileName(at: number): string {
  return `note-${String(at).padStart(6, '0')}`;
}
