/** Format and size of a picture, from its first bytes. */
export interface PictureHeader {
  readonly kind: 'png' | 'jpeg' | 'webp' | 'gif';
  readonly width: number;
  readonly height: number;
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Null for anything but a picture of a supported kind. */
export function pictureHeader(bytes: Buffer): PictureHeader | null {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return pngHeader(bytes);
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return gifHeader(bytes);
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return webpHeader(bytes);
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegHeader(bytes) : null;
}

function pngHeader(bytes: Buffer): PictureHeader | null {
  if (bytes.length < 24) return null;
  return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Size of the canvas of all frames. */
function gifHeader(bytes: Buffer): PictureHeader | null {
  if (bytes.length < 10) return null;
  return { kind: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Lossy, lossless and extended files store the size differently (RFC 9649, 2.5 to 2.7). */
function webpHeader(bytes: Buffer): PictureHeader | null {
  if (bytes.length < 30) return null;
  const kind = 'webp';
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { kind, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const sizes = bytes.readUInt32LE(21);
      return { kind, width: (sizes & 0x3fff) + 1, height: ((sizes >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { kind, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** Walks the segments up to the frame header (ITU T.81, B.2.2). */
function jpegHeader(bytes: Buffer): PictureHeader | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) {
      return { kind: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    // Any number of fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function isFrame(marker: number): boolean {
  const isTable = marker === 0xc4 || marker === 0xc8 || marker === 0xcc;
  return marker >= 0xc0 && marker <= 0xcf && !isTable;
}
