import pino, { type Logger } from 'pino';

/** JSON lines on standard error; standard output belongs to the commands' answers. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null }, pino.destination({ dest: 2, sync: true }));
}
