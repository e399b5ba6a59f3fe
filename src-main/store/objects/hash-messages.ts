/** A block to be hashed, whose memory moves to the thread. */
export interface HashRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly withContentHash: boolean;
}

/** The same bytes back, and what they are called. */
export interface HashReply {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** SHA-1, lower-case hex. */
  readonly id: string;
  /** SHA-256; null when it was not asked for. */
  readonly sha256: Uint8Array | null;
}
