import FolderX from '@lucide/svelte/icons/folder-x';
import Pause from '@lucide/svelte/icons/pause';
import { flushSync, mount, unmount } from 'svelte';
import { expect, it } from 'vitest';

function drawn(icon: typeof Pause, props: { size?: number; strokeWidth?: number; class?: string }): Element {
  const target = document.createElement('div');
  const component = mount(icon, { target, props });
  flushSync();
  const [svg] = target.children;
  void unmount(component);
  if (!svg) throw new Error('nothing was drawn');
  return svg;
}

it('draws an icon of the set as the set describes it', () => {
  const svg = drawn(Pause, {});
  expect(svg.innerHTML).toBe(
    '<rect x="14" y="3" width="5" height="18" rx="1"></rect><rect x="5" y="3" width="5" height="18" rx="1"></rect>',
  );
  expect(Object.fromEntries([...svg.attributes].map(({ name, value }) => [name, value]))).toEqual({
    class: 'lucide lucide-pause',
    width: '24',
    height: '24',
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  });
});

it('draws it in the size, the stroke and with the class that are wished for', () => {
  const svg = drawn(FolderX, { size: 11, strokeWidth: 2.25, class: 'mirrored' });
  expect(['width', 'height', 'stroke-width', 'class'].map((name) => svg.getAttribute(name))).toEqual([
    '11',
    '11',
    '2.25',
    'lucide lucide-folder-x mirrored',
  ]);
});

it('draws the same icon as often as it is asked for', () => {
  const first = drawn(Pause, { size: 16 });
  const second = drawn(Pause, { size: 16 });
  expect(first.outerHTML).toBe(second.outerHTML);
  expect(first.childElementCount).toBe(2);
});
