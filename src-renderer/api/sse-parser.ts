// A single message of the service is far below this; a longer one means that something else is answering.
const MAX_BUFFER_CHARACTERS = 1_000_000;

/** Collects the `data` of server-sent events from text that arrives in arbitrary pieces. */
export function createSseParser(onData: (data: string) => void): (text: string) => void {
  let buffer = '';
  let lines: string[] = [];

  function takeLine(line: string): void {
    if (line === '') {
      if (lines.length > 0) onData(lines.join('\n'));
      lines = [];
    } else if (line.startsWith('data:')) {
      lines.push(line.slice(line.startsWith('data: ') ? 6 : 5));
    }
  }

  return (text) => {
    buffer += text;
    if (buffer.length > MAX_BUFFER_CHARACTERS) throw new Error('An event is too long.');
    const parts = buffer.split(/\r\n|\n|\r(?!$)/);
    buffer = parts.pop() ?? '';
    for (const part of parts) takeLine(part);
  };
}
