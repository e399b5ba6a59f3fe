/** Text of a file, in the encoding it seems to be in. */
export interface TextContent {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

// Tabs, line ends, form feeds and escapes are part of texts; other control characters are not.
function isControl(code: number): boolean {
  return code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x0c && code !== 0x1b;
}

function looksBinary(text: string): boolean {
  const limit = Math.min(text.length, 4096);
  let controls = 0;
  for (let at = 0; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 0) return true;
    if (isControl(code)) controls += 1;
  }
  return controls > limit / 50;
}

function utf8(bytes: Uint8Array, isCut: boolean): string | null {
  try {
    // A cut may go through a character, which is no reason to take the file for something else.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * What bytes say as text; null when they are none.
 * @param isCut they are only the beginning of a file
 */
export function textContent(bytes: Uint8Array, isCut: boolean): TextContent | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    const text = new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
    return { text, encoding: 'UTF-16' };
  }
  const text = utf8(bytes, isCut);
  if (text !== null) return looksBinary(text) ? null : { text, encoding: 'UTF-8' };
  const western = new TextDecoder('windows-1252').decode(bytes);
  return looksBinary(western) ? null : { text: western, encoding: 'Windows-1252' };
}
