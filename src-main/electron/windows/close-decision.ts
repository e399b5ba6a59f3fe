import type { ClosingChoice } from '../../../src-shared/desktop-bridge.ts';

/** What a close of the window comes to. `hide` leaves a tray icon or the Dock to open it from again. */
export type CloseDecision = 'ask' | 'hide' | 'minimise' | 'quit';

/** What is known when a window is closed, or is not to be shown at a start. */
export interface CloseFacts {
  readonly closing: ClosingChoice;
  readonly platform: NodeJS.Platform;
  /** Whether an icon in the tray is seen. */
  readonly hasTray: boolean;
}

/** What to do when the window is closed. A process with no window and no icon would be a bug, so it is minimised. */
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
