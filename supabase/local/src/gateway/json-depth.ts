/** Deepest nesting that is taken: far more than people write, and far less than what ends a parser's stack, here or in PostgreSQL. */
export const MAX_JSON_DEPTH = 500;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether a text that begins like a JSON object or array is nested deeper than MAX_JSON_DEPTH. Any other text is not. */
export function isTooDeep(text: Uint8Array): boolean {
  const start = text.findIndex((byte) => byte > 0x20);
  if (start < 0 || !OPENING.has(text[start] ?? 0)) return false;
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return false;
}
