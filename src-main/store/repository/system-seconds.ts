/** The time of the system's clock, in whole seconds. */
export function systemSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}
