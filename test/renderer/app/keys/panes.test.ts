import { afterEach, expect, it } from 'vitest';
import { stepPane } from '../../../../src-renderer/app/keys/panes.ts';

afterEach(() => document.body.replaceChildren());

function button(name: string): HTMLButtonElement {
  return Object.assign(document.createElement('button'), { textContent: name });
}

/** A sidebar, a screen and, within it, details. */
function page(): void {
  const [sidebar, main, details] = ['aside', 'main', 'aside'].map((tag) => document.createElement(tag));
  if (!sidebar || !main || !details) throw new Error('the page has its three panes');
  sidebar.append(button('home'), button('trash'));
  details.append(button('versions'));
  main.append(details, button('first row'), button('second row'));
  document.body.replaceChildren(sidebar, main);
}

const focused = () => document.activeElement?.textContent;
const focus = (name: string) =>
  [...document.querySelectorAll('button')].find((each) => each.textContent === name)?.focus();

it('steps from pane to pane, and comes back to where the focus was in each', () => {
  page();
  focus('trash');
  const seen: unknown[] = [];
  for (let step = 0; step < 3; step += 1) {
    stepPane(1);
    seen.push(focused());
  }
  expect(seen).toEqual(['first row', 'versions', 'trash']);
  stepPane(1);
  focus('second row');
  stepPane(-1);
  stepPane(1);
  expect(focused()).toBe('second row');
});

it('starts at the first pane when nothing has the focus', () => {
  page();
  stepPane(1);
  expect(focused()).toBe('home');
});

it('leaves a dialog alone', () => {
  page();
  focus('trash');
  document.body.append(Object.assign(document.createElement('div'), { role: 'dialog' }));
  expect([stepPane(1), focused()]).toEqual([false, 'trash']);
});
