import { describe, expect, it } from 'vitest';
import { createEventHub } from '../../../src-main/engine/event-hub.ts';

const EVENT = { type: 'libraries' } as const;

describe('the event hub', () => {
  it('tells every subscriber, in the order of subscription', () => {
    const heard: string[] = [];
    const hub = createEventHub(() => undefined);
    hub.subscribe(({ type }) => heard.push(`first ${type}`));
    hub.subscribe(({ type }) => heard.push(`second ${type}`));
    hub.emit(EVENT);
    expect(heard).toEqual(['first libraries', 'second libraries']);
  });

  it('tells nothing to those who left, even while it is telling', () => {
    const heard: string[] = [];
    const hub = createEventHub(() => undefined);
    const leave = hub.subscribe(() => {
      heard.push('once');
      leave();
    });
    hub.subscribe(() => heard.push('always'));
    hub.emit(EVENT);
    hub.emit(EVENT);
    leave();
    expect(heard).toEqual(['once', 'always', 'always']);
  });

  it('keeps the fault of one listener from the others and from who emits', () => {
    const faults: unknown[] = [];
    const heard: string[] = [];
    const hub = createEventHub((fault) => faults.push(fault));
    hub.subscribe(() => {
      throw new Error('broken');
    });
    hub.subscribe(({ type }) => heard.push(type));
    hub.emit(EVENT);
    expect(faults).toEqual([new Error('broken')]);
    expect(heard).toEqual(['libraries']);
  });
});
