import { describe, expect, it } from 'vitest';
import { createSseParser } from '../../../src-renderer/api/sse-parser.ts';

function parsed(...pieces: string[]): string[] {
  const events: string[] = [];
  const parse = createSseParser((data) => events.push(data));
  for (const piece of pieces) parse(piece);
  return events;
}

describe('the reader of server-sent events', () => {
  it('joins an event that arrives in pieces', () => {
    expect(parsed('da', 'ta: {"type"', ':"folders"}\n', '\n')).toEqual(['{"type":"folders"}']);
  });

  it('reads several events and leaves comments out', () => {
    expect(parsed(': ping\n\ndata: 1\n\nevent: x\ndata: 2\n\n')).toEqual(['1', '2']);
  });

  it('understands line ends of every kind', () => {
    expect(parsed('data: 1\r\n\r\ndata: 2\n\n')).toEqual(['1', '2']);
  });

  it('joins the lines of one event', () => {
    expect(parsed('data: a\ndata: b\n\n')).toEqual(['a\nb']);
  });

  it('gives up on something that never ends', () => {
    expect(() => parsed('x'.repeat(1_000_001))).toThrow('too long');
  });
});
