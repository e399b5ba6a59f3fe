/**
 * Whether a packaged app lacks Chromium's sandbox, and does not start. AppImages leave it out by themselves
 * on systems that keep unprivileged programs from it; showing files of other people is not worth that risk.
 */
export function lacksSandbox(app: {
  readonly isPackaged: boolean;
  readonly isSwitchedOff: boolean;
}): boolean {
  return app.isPackaged && app.isSwitchedOff;
}
