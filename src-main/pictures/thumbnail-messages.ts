/** What the thread that makes thumbnails is asked. */
export interface ThumbnailRequest {
  /** A file, from its first byte to its last. */
  readonly bytes: Uint8Array;
  /** Pixels of the longer side. */
  readonly size: number;
}

/** A PNG; null for what is no picture, or one too large to be opened. */
export type ThumbnailReply = Uint8Array | null;
