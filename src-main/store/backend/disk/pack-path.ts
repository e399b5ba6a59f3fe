const PACK_FILE = /^(\d{6,})\.pack$/;

/** Name of a pack in its library's folder of packs. */
export function packFileName(number: number): string {
  return `${String(number).padStart(6, '0')}.pack`;
}

/** The number of the pack in a file of this name; 0 when the file is no pack. */
export function packNumberOf(name: string): number {
  return Number(PACK_FILE.exec(name)?.[1] ?? 0);
}
