import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import Name from '../../../src-renderer/ui/Name.svelte';

describe('Name', () => {
  it('isolates the name so that its direction stays inside', async () => {
    const screen = await render(Name, { name: 'שלום' });
    await expect.element(screen.getByText('שלום')).toBeVisible();
    expect(document.querySelector('bdi')?.textContent).toBe('שלום');
  });

  it('shows a direction override as a mark and the real extension apart', async () => {
    await render(Name, { name: 'plan\u202egpj.exe', keepEnd: true });
    expect([...document.querySelectorAll('bdi')].map((part) => part.textContent)).toEqual([
      'planU+202Egpj',
      '.exe',
    ]);
    expect(document.querySelector('[title*="right-to-left override"]')).not.toBeNull();
  });

  it('adds no spaces to a name', async () => {
    const screen = await render(Name, { name: 'a  b.txt', keepEnd: true });
    expect(screen.container.textContent?.trim()).toBe('a  b.txt');
  });

  it.each(['a.txt', 'il.txt', 'iiiii.txt'])('leaves no gap before the extension: %s', async (name) => {
    const screen = await render(Name, { name, keepEnd: true });
    const [stem, end] = screen.container.querySelectorAll('bdi');
    if (!stem || !end) throw new Error('The name has no two parts.');
    const text = document.createRange();
    text.selectNodeContents(stem);
    expect(end.getBoundingClientRect().left - text.getBoundingClientRect().right).toBeLessThan(1);
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>window.pwned = 1</script>',
    '{@html x}',
    '"><svg onload=alert(1)>',
    "javascript:alert('x')",
  ])('shows markup as text: %s', async (name) => {
    const screen = await render(Name, { name });
    expect(screen.container.textContent?.trim()).toBe(name);
    expect(screen.container.querySelector('img, script, svg')).toBeNull();
  });
});
