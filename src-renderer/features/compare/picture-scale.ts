export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** How much a small picture is enlarged at most; more would show no further detail. */
const MOST = 4;

/** The one scale at which each of several pictures fits; those not known yet do not count. */
export function commonScale(pictures: readonly (PictureSize | null)[], room: PictureSize): number {
  const scales = pictures.flatMap((size) =>
    size === null ? [] : [room.width / size.width, room.height / size.height],
  );
  return Math.max(0, Math.min(MOST, ...scales));
}
