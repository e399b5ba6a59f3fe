import type { Page } from '@playwright/test';

const MAIN_THREAD = 'CrRendererMain';

/** Milliseconds between the frames of a page while something is done to it. */
export async function framesWhile(page: Page, act: () => Promise<void>): Promise<number[]> {
  const recording = await page.evaluateHandle(() => {
    const frames: number[] = [];
    let [last, isOver] = [performance.now(), false];
    const next = (now: number) => {
      frames.push(now - last);
      last = now;
      if (!isOver) requestAnimationFrame(next);
    };
    requestAnimationFrame((now) => {
      last = now;
      requestAnimationFrame(next);
    });
    return {
      end: () => {
        isOver = true;
        return frames;
      },
    };
  });
  await act();
  return recording.evaluate(({ end }) => end());
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
  /** Microseconds of processor time. */
  readonly tdur?: number;
}

/**
 * Milliseconds of processor time of the longest task that a page had while something was done to it: what else the machine
 * did meanwhile is no part of that.
 */
export async function longestTaskWhile(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page is of no browser');
  await browser.startTracing(page, { categories: ['toplevel'] });
  await act();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const isOfPage = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD,
  );
  const places = new Set(isOfPage.map(({ pid, tid }) => `${pid} ${tid}`));
  const own = traceEvents.filter(({ pid, tid }) => places.has(`${pid} ${tid}`));
  return own.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}
