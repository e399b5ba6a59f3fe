import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { giveFreeMemoryBack } from './free-memory.ts';
import { heapGrowthPercent, LEAST_GROWTH_PERCENT } from './heap-growth.ts';
import { MemoryAfterWork } from './memory-after-work.ts';

const LOOK_EVERY_MS = 5_000;
/** Two halves, of which one is used at a time. */
const ENOUGH_NEW_SPACE_BYTES = 8 * 1024 * 1024;

/** Has `release` called each time that work has ended. */
export type WhenWorkEnded = (release: () => void) => void;

/**
 * Tells V8 to collect garbage early rather than to grow, and to give memory back after work. Must run before other
 * threads are started; what it says is for all of them.
 */
export function preferSmallMemory(): WhenWorkEnded {
  const releases = new Set<() => void>();
  growSlowly();
  giveBackAfterWork(() => {
    for (const release of releases) release();
  });
  return (release) => void releases.add(release);
}

/**
 * A first import makes millions of short-lived objects in four threads; left alone each thread lets tens of megabytes
 * of them pile up (measured at 10,000 files: 360 MB against 250 MB). The price is a fifth more time for a scan of
 * 100,000 files; `--optimize-for-size` saves no more memory and costs half as much time again.
 */
function growSlowly(): void {
  setFlagsFromString('--min-semi-space-size=2');
  setFlagsFromString('--max-semi-space-size=2');
  setFlagsFromString(`--heap-growing-percent=${LEAST_GROWTH_PERCENT}`);
  growNewSpaceOnce();
  leaveRoomForBuffers();
}

/**
 * The space for new objects of this thread was laid out before any flag could be set: it starts with 1 MB and may have
 * 16. With 1 MB an import collects garbage 2,300 times, with 4 or more 250 to 450 times, which is a sixth of its time;
 * beyond that it costs memory and saves nothing.
 */
function growNewSpaceOnce(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  const collections = new PerformanceObserver(() => {
    const newSpace = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if (newSpace !== undefined && newSpace.space_size < ENOUGH_NEW_SPACE_BYTES) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    collections.disconnect();
  });
  collections.observe({ entryTypes: ['gc'] });
}

/** Files on their way through the server are in buffers, which V8 counts to the heap without asking how small that is. */
function leaveRoomForBuffers(): void {
  let percent = LEAST_GROWTH_PERCENT;
  const collections = new PerformanceObserver(() => {
    const { used_heap_size, external_memory } = getHeapStatistics();
    const wanted = heapGrowthPercent({ heapBytes: used_heap_size, bufferBytes: external_memory });
    if (wanted !== percent) setFlagsFromString(`--heap-growing-percent=${wanted}`);
    percent = wanted;
  });
  collections.observe({ entryTypes: ['gc'] });
}

/**
 * V8 keeps the pages that it freed until the program rests, which it judges by the rate of allocations at the last
 * collections. An idle program makes none, so after an import that rate stays the import's (measured at 100,000 files:
 * about 100 MB in all threads, still there after 80 s). With `--optimize-for-size` V8 does not ask for the rate; as
 * that makes work slow, it is on for a while after work only. What this thread and the C library still have then goes
 * last.
 */
function giveBackAfterWork(release: () => void): void {
  const afterWork = new MemoryAfterWork();
  let before = { cpu: process.cpuUsage(), ms: performance.now() };
  const look = () => {
    const now = { cpu: process.cpuUsage(), ms: performance.now() };
    const workedMs = (now.cpu.user - before.cpu.user + now.cpu.system - before.cpu.system) / 1000;
    const wanted = afterWork.note({ workedMs, passedMs: now.ms - before.ms });
    before = now;
    if (wanted === null) return;
    // First, so that V8 collects what it releases.
    if (wanted === 'begin') release();
    setFlagsFromString(wanted === 'begin' ? '--optimize-for-size' : '--no-optimize-for-size');
    if (wanted === 'done') giveFreeMemoryBack().catch((error: Error) => process.emitWarning(error));
  };
  setInterval(look, LOOK_EVERY_MS).unref();
}
