export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** So much a small picture is enlarged; more shows nothing more. */
const MOST = 4;

/** By how much pictures are scaled so that each of them has room, all of them alike; those not known yet do not count. */
export function commonScale(pictures: readonly (PictureSize | null)[], room: PictureSize): number {
  const scales = pictures.flatMap((size) =>
    size === null ? [] : [room.width / size.width, room.height / size.height],
  );
  return Math.max(0, Math.min(MOST, ...scales));
}
