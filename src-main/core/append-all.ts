/** As `target.push(...rows)`, which fails above some 120,000 rows: each is an argument on the stack. */
export function appendAll<T>(target: T[], rows: Iterable<T>): void {
  for (const row of rows) target.push(row);
}
