import { existsSync, readFileSync } from 'node:fs';

/** Megabytes that a process has in memory now, or had at most. NaN but on Linux, which alone tells without a tool. */
export function memoryOf(pid: number, which: 'now' | 'at most'): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return Number.NaN;
  const line = which === 'now' ? /VmRSS:\s+(\d+)/ : /VmHWM:\s+(\d+)/;
  const kilobytes = Number(line.exec(readFileSync(file, 'utf8'))?.[1]);
  return Math.round((kilobytes * 1024) / 1e6);
}
