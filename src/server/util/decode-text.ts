/** Encodings in which ASCII has its own bytes. Other bytes that are correct UTF-8 are UTF-8, whatever is declared. */
const SINGLE_BYTE = /^(windows-\d+|iso-8859-\d+i?|koi8-|ibm866|macintosh|x-mac-)/;

/**
 * Decodes an answer. A byte order mark or the zero bytes of UTF-16 decide first, then the declarations of XML and of
 * the `Content-Type`, then UTF-8. A server may declare UTF-8 and send Latin-1, or the reverse. Text that is not correct
 * in the declared encoding is read in the next one. The last one is windows-1252, which has every byte.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const [first, second, third] = bytes;
  // The mark of UTF-8 may stand before text in another encoding.
  if (first === 0xef && second === 0xbb && third === 0xbf) return decodeText(bytes.subarray(3), contentType);
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  const declared = [declaredIn(bytes), /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '')?.[1]]
    .map(encodingOf)
    // Text in UTF-16 has been recognized above.
    .filter((encoding) => encoding !== undefined && !encoding.startsWith('utf-'));
  const isLikeAscii = declared.every((encoding) => SINGLE_BYTE.test(encoding ?? ''));
  for (const encoding of isLikeAscii ? ['utf-8', ...declared] : [...declared, 'utf-8']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not correct in this encoding.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

/** UTF-16 by its byte order mark, or by the ASCII character with which XML and JSON begin. */
function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined)) return 'utf-16be';
  return undefined;
}

/** Bytes in which an XML declaration is searched. */
const DECLARATION = 200;

function declaredIn(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, DECLARATION));
  return /<\?xml[^>]{0,100}\sencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(start)?.[1];
}

/** The encoding of a label; undefined for one that is not known. */
function encodingOf(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
