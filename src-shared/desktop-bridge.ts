/**
 * What the desktop shell offers the page as `window.keepfold`: the few things a browser cannot do. Absent in a
 * browser. Data never travels here.
 */
export interface DesktopBridge {
  readonly isDesktop: true;
  /** The absolute path the person chose in the system's dialog; null when they cancelled. */
  pickFolder(): Promise<string | null>;
  /** Opens the linked folder in the system's file manager. */
  revealFolder(folderId: string): Promise<void>;
}
