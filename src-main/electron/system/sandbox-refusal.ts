/**
 * Why a packaged app does not start without Chromium's sandbox; null when it has it. AppImages leave it out by themselves
 * on systems that keep unprivileged programs from it; showing files of other people is not worth that risk.
 */
export function refusalWithoutSandbox(app: {
  readonly isPackaged: boolean;
  readonly isSwitchedOff: boolean;
}): string | null {
  if (!app.isPackaged || !app.isSwitchedOff) return null;
  return (
    'This system does not let an AppImage use the sandbox that keeps pages apart from your files. ' +
    'Install the .deb or .rpm package instead; it sets the sandbox up.'
  );
}
