import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { giveFreeMemoryBack } from './free-memory.ts';

const LOOK_EVERY_MS = 5_000;
/** In two halves, one of which is in use. */
const ENOUGH_NEW_SPACE_BYTES = 8 * 1024 * 1024;

/** Registers `release` to be called whenever work has ended. */
export type WhenWorkEnded = (release: () => void) => void;

/**
 * Has V8 collect garbage early rather than grow, and return memory after work. Must run before other threads start; it
 * applies to all of them.
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

/** Files in transfer are in buffers, which V8 counts as part of the heap however small that is. */
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
    // First, so that V8 also collects what `release` frees.
    if (wanted === 'begin') release();
    setFlagsFromString(wanted === 'begin' ? '--optimize-for-size' : '--no-optimize-for-size');
    if (wanted === 'done') giveFreeMemoryBack().catch((error: Error) => process.emitWarning(error));
  };
  setInterval(look, LOOK_EVERY_MS).unref();
}

const MIB = 1024 * 1024;

/** Normal growth of the heap between two full collections. */
const LEAST_GROWTH_PERCENT = 25;

/** Two blocks of a file and what arrives meanwhile. */
const MANY_BUFFERS_BYTES = 16 * MIB;

/** Room for some blocks, and for some megabytes of incoming data. */
const ROOM_BYTES = 64 * MIB;

/**
 * By how much the heap and its buffers together may exceed the heap before all of it is collected again, in percent of
 * the heap. Buffers of a few files fill a quarter of a small heap at once: then an upload of 1 GB collects 75 times, all
 * of the heap each time and with all threads, which was half of what it cost. A large heap has room enough in a quarter.
 */
export function heapGrowthPercent({
  heapBytes,
  bufferBytes,
}: {
  readonly heapBytes: number;
  readonly bufferBytes: number;
}): number {
  if (bufferBytes < MANY_BUFFERS_BYTES) return LEAST_GROWTH_PERCENT;
  const percent = Math.round((100 * ROOM_BYTES) / Math.max(heapBytes, 1));
  return Math.min(Math.max(percent, LEAST_GROWTH_PERCENT), 400);
}

/** Less than this share of a core counts as rest: an import takes more than one core, an idle service a thousandth. */
const REST_SHARE = 0.1;

/** V8 checks every 8 s whether to collect to save memory, twice: all threads have done so by then. */
const GIVE_BACK_MS = 20_000;

/** `begin` returning memory; `done`: all threads had time; `interrupt`: there is work again. */
export type GivingBack = 'begin' | 'done' | 'interrupt';

/** Decides when memory is returned: for a while after work, and never during it. */
export class MemoryAfterWork {
  #isWorking = true;
  #restedMs = 0;

  /**
   * Takes the processor time of all threads since the last call.
   * Returns null when nothing has to change.
   */
  note({ workedMs, passedMs }: { readonly workedMs: number; readonly passedMs: number }): GivingBack | null {
    const wasGivingBack = this.#isGivingBack;
    this.#isWorking = workedMs > REST_SHARE * passedMs;
    this.#restedMs = this.#isWorking ? 0 : this.#restedMs + passedMs;
    if (this.#isGivingBack === wasGivingBack) return null;
    if (this.#isGivingBack) return 'begin';
    return this.#isWorking ? 'interrupt' : 'done';
  }

  get #isGivingBack(): boolean {
    return !this.#isWorking && this.#restedMs <= GIVE_BACK_MS;
  }
}
