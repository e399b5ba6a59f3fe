/** What is said between the main thread and the thread that watches linked folders. */

export type WatchRequest =
  | { readonly op: 'watch'; readonly watchId: number; readonly root: string; readonly ignoreText: string }
  | { readonly op: 'unwatch'; readonly watchId: number };

export type WatchReply =
  | {
      readonly kind: 'dirty';
      readonly watchId: number;
      readonly dirs: readonly string[];
      readonly trees: readonly string[];
    }
  | { readonly kind: 'everything' | 'ready' | 'closed'; readonly watchId: number }
  | { readonly kind: 'degraded'; readonly watchId: number; readonly reason: string };

export interface WatchWorkerData {
  readonly ignoreDefaults: string;
}
