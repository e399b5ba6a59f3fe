import { writeFileSync } from 'node:fs';

// Loaded by the server before its own code. What its one thread computes between two chances for others is counted in time of
// the processor, so that a computer on which much else runs makes nothing longer.

const EVERY_MS = 2;
/** Shorter ones make no client wait. */
const SHORTEST_MS = 10;

const file = process.env['KEEPFOLD_TEST_LOOP_FILE'] ?? '';
let longestMs = SHORTEST_MS;
let beforeMs = computedMs();

function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function look(): void {
  const nowMs = computedMs();
  const stretchMs = nowMs - beforeMs;
  if (stretchMs > longestMs) {
    longestMs = stretchMs;
    writeFileSync(file, `${stretchMs}`);
  }
  beforeMs = computedMs();
}

setInterval(look, EVERY_MS).unref();
process.on('SIGUSR2', () => {
  longestMs = SHORTEST_MS;
  beforeMs = computedMs();
  writeFileSync(file, '0');
});
