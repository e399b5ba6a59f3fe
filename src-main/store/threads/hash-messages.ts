/** A block to be hashed, whose memory moves to the thread. */
export interface HashRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** SHA-1 when it is known; null: to be computed. */
  readonly id: string | null;
  readonly withContentHash: boolean;
}

/** A block to be written to the start of an open file, whose memory moves to the thread. */
export interface WriteRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly descriptor: number;
}

/** The same bytes back, and what they are called. */
export interface HashReply {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** SHA-1, lower-case hex. */
  readonly id: string;
  /** SHA-256; null when it was not asked for. */
  readonly sha256: Uint8Array | null;
}

/** The same bytes back, all of them written unless it failed. */
export interface WriteReply {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What the system said; errors lose their codes between threads. */
  readonly failure: { readonly code: string; readonly message: string } | null;
}

export type BlockRequest = HashRequest | WriteRequest;
export type BlockReply = HashReply | WriteReply;
