import type { Page } from '@playwright/test';

/** What has to be on the page for a wait to end: an element, with these words in it. */
export interface Awaited {
  readonly selector: string;
  readonly text: string;
}

/** Milliseconds from following a link to the frame after which what it leads to was painted. */
export async function timeToShow(page: Page, hash: string, awaited: Awaited): Promise<number> {
  return page.evaluate(
    async ({ hash: target, selector, text }) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const isThere = () =>
        [...document.querySelectorAll(selector)].some((element) => element.textContent?.includes(text));
      const from = performance.now();
      location.hash = target;
      while (!isThere()) {
        if (performance.now() - from > 60_000) throw new Error(`nothing like "${text}" came`);
        await frame();
      }
      await frame();
      return performance.now() - from;
    },
    { hash, ...awaited },
  );
}

/** Milliseconds between frames while the list is scrolled from its beginning to its end, `step` pixels a frame. */
export async function framesOfScroll(page: Page, selector: string, step: number): Promise<number[]> {
  return page.evaluate(
    async ({ selector: list, step: pixels }) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const room = (each: Element) => each.scrollHeight - each.clientHeight;
      const [element] = [...document.querySelectorAll(list)].sort((a, b) => room(b) - room(a));
      if (!element) throw new Error('there is no list to scroll');
      const frames: number[] = [];
      let last = await frame();
      while (element.scrollTop + element.clientHeight < element.scrollHeight - 1) {
        element.scrollTop += pixels;
        const now = await frame();
        frames.push(now - last);
        last = now;
      }
      return frames;
    },
    { selector, step },
  );
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The slowest but one in fifty, as Interaction to Next Paint is reckoned: what a page answers with, one mishap apart. */
export function slowestOfFifty(values: readonly number[]): number {
  return values.toSorted((a, b) => b - a)[Math.floor(values.length / 50)] ?? Number.NaN;
}
