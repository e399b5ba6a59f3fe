import { setFlagsFromString } from 'node:v8';

/**
 * Tells V8 to collect garbage early rather than to grow. A first import makes millions of short-lived objects in four
 * threads; left alone each thread lets tens of megabytes of them pile up (measured at 10,000 files: 360 MB against
 * 240 MB, with no cost in time that could be told from noise). Must run before other threads are started.
 */
export function preferSmallMemory(): void {
  setFlagsFromString('--optimize-for-size');
  setFlagsFromString('--max-semi-space-size=2');
  setFlagsFromString('--semi-space-growth-factor=1');
}
