import type { ClosingChoice } from '../../../src-shared/desktop-bridge.ts';

/** What closing the window does. `hide` leaves a tray icon or the Dock to open it from. */
export type CloseDecision = 'ask' | 'hide' | 'minimise' | 'quit';

/** Facts for closing a window, or for not showing it at a start. */
export interface CloseFacts {
  readonly closing: ClosingChoice;
  readonly platform: NodeJS.Platform;
  /** Whether a tray icon is visible. */
  readonly hasTray: boolean;
}

/**
 * Decides what closing the window does. It is minimised where no icon is visible, since a process without window and
 * icon would look like a bug.
 */
export function decideClose({ closing, platform, hasTray }: CloseFacts): CloseDecision {
  // On macOS closing a window never ends an app, and its Dock icon brings it back.
  if (platform === 'darwin') return closing === 'quit' ? 'quit' : 'hide';
  if (closing === 'ask') return 'ask';
  if (closing === 'quit') return 'quit';
  return hasTray ? 'hide' : 'minimise';
}

/** How the app appears when it starts; in the background only where something shows that it runs. */
export function decideFirstWindow(facts: {
  readonly inBackground: boolean;
  readonly platform: NodeJS.Platform;
  readonly hasTray: boolean;
}): 'shown' | 'minimised' | 'none' {
  if (!facts.inBackground) return 'shown';
  return facts.hasTray || facts.platform === 'darwin' ? 'none' : 'minimised';
}
