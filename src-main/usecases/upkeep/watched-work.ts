/** How work in the background is watched: it tells how far it is, and ends when it is told to. */
export interface WatchedWork {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}
