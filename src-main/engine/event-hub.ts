import type { ServerEvent } from '../../src-shared/events.ts';
import type { EventSink } from './ports.ts';

export type EventListener = (event: ServerEvent) => void;

/** Hands each event to every subscriber, in the order of subscription. */
export interface EventHub extends EventSink {
  /** Returns the function that ends the subscription. */
  subscribe(listener: EventListener): () => void;
}

/** @param onFault is called when a listener throws; the others still get the event */
export function createEventHub(onFault: (error: unknown) => void): EventHub {
  const listeners = new Set<EventListener>();

  return {
    emit(event) {
      for (const listener of [...listeners]) {
        try {
          listener(event);
        } catch (error) {
          onFault(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
