import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** As short as it comes: each document parses it anew. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Rules = Extract<axe.RunOptions['runOnly'], axe.RunOnly>;

const ALL: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const OF_COLOURS: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Whatever can be seen is fit for everybody, as far as a program can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectRules(page, ALL);
  expect(await page.evaluate(coveredByMessages)).toEqual([]);
}

/** The same in light and dark, which have only their colours for themselves. Leaves the page in the light. */
export async function expectAccessibleInBothLooks(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectRules(page, OF_COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
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

async function expectRules(page: Page, rules: Rules): Promise<void> {
  await page.evaluate(settled);
  // Once a document, as it takes as long as a scan. No page has frames.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  expect(await page.evaluate(violationsOf, rules)).toEqual([]);
}

/** Rules that the document breaks, with where it does. */
async function violationsOf(rules: Rules): Promise<string[]> {
  const page = window as typeof window & { axe: typeof axe };
  // What passes need not be described.
  const { violations } = await page.axe.run(document, { resultTypes: ['violations'], runOnly: rules });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`);
}

/** Until nothing fades or moves any more: a colour on its way to another one is nobody's choice. */
async function settled(): Promise<void> {
  const isEnding = (effect: AnimationEffect | null): boolean =>
    effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
  // What is folded away waits with its transitions until it is unfolded.
  const isShown = (effect: AnimationEffect | null): boolean =>
    !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility() === true;
  const ending = document.getAnimations().filter(({ effect }) => isEnding(effect) && isShown(effect));
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
