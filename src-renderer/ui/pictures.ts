import { getContext, setContext } from 'svelte';

/** A file that may be a picture. */
export interface PictureFile {
  readonly libraryId: string;
  readonly path: string;
  /** Null: as it is now. */
  readonly commitId: string | null;
  /** Equal for equal contents. */
  readonly id: string;
  readonly bytes: number;
  /** From an encrypted library: nothing of it is cached. */
  readonly isSecret: boolean;
}

/** The sizes that thumbnails are made in: pixels of the longer side. */
export type PictureSize = 64 | 256 | 512;

/** Thumbnails of pictures. */
export interface Pictures {
  /** The address of one that is loaded; null: it has to be waited for. */
  known(file: PictureFile, size: PictureSize): string | null;
  /**
   * Asks for one.
   * @param done called with its address, once, and never when there is none
   * @returns releases it: pictures no longer wanted are not fetched
   */
  want(file: PictureFile, size: PictureSize, done: (url: string) => void): () => void;
}

const KEY = Symbol('pictures');

export function setPictures(pictures: Pictures): Pictures {
  return setContext(KEY, pictures);
}

/** Null where there are none: files have icons then. */
export function getPictures(): Pictures | null {
  return getContext<Pictures | undefined>(KEY) ?? null;
}

/** The size that is sharp at a displayed size on this screen. */
export function sizeFor(cssPixels: number): PictureSize {
  const pixels = cssPixels * window.devicePixelRatio;
  return pixels <= 64 ? 64 : pixels <= 256 ? 256 : 512;
}
