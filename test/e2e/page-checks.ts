import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Whatever can be seen is fit for everybody, as far as a program can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(settled);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  // No page has frames; without them nothing need be opened beside it, which an app window would have to.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // What passes need not be described.
  const { violations } = await axe
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`)).toEqual(
    [],
  );
  expect(await page.evaluate(coveredByMessages)).toEqual([]);
}

/** What the page complains about, as it comes. */
export function watchForProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  return problems;
}

/** Until nothing fades or moves any more: a colour on its way to another one is nobody's choice. */
async function settled(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map((animation) => animation.finished));
}

/** Titles and buttons of an open dialog that a message lies on. */
function coveredByMessages(): string[] {
  const messages = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect());
  const parts = [...document.querySelectorAll('.dialog-title, .dialog header button, .dialog footer button')];
  const isCovered = (part: DOMRect): boolean =>
    messages.some(
      ({ left, right, top, bottom }) =>
        left < part.right && right > part.left && top < part.bottom && bottom > part.top,
    );
  return parts
    .filter((part) => isCovered(part.getBoundingClientRect()))
    .map((part) => part.textContent?.trim() || (part.getAttribute('aria-label') ?? ''));
}
