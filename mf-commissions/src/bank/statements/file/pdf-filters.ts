/** What is unpacked by ways that are not counted; old ones, of before Flate. */
const NOT_COUNTED = new Set(['LZW', 'LZWDecode', 'RL', 'RunLengthDecode']);
const ASCII = new Set(['A85', 'ASCII85Decode', 'AHx', 'ASCIIHexDecode']);
const FILTER = new Set(['/F', '/Filter']);

const latin1 = new TextDecoder('latin1');
const TOKEN = /\/[^\0\s()<>[\]{}/%]*|[[\]]|[^\0\s()<>[\]{}/%]+/g;
/** A letter of a name may be written by its code. */
const plain = (token: string): string =>
  token.startsWith('/')
    ? token.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : token;

/** Whether the filters that follow stand elsewhere, where they cannot be seen from here. */
function standElsewhere(tokens: readonly string[], from: number): boolean {
  if (tokens[from] !== '[') return tokens[from]?.startsWith('/') !== true;
  const end = tokens.indexOf(']', from);
  return !tokens.slice(from + 1, end < 0 ? tokens.length : end).every((token) => token.startsWith('/'));
}

/** How the stream behind a text of a PDF is packed: how many times as letters, or not to be counted (null). */
export function asciiLayers(before: Uint8Array): number | null {
  const tokens = (latin1.decode(before).match(TOKEN) ?? []).map(plain);
  if (tokens.some((token) => NOT_COUNTED.has(token.slice(1)) && token.startsWith('/'))) return null;
  const dictionary = tokens.slice(tokens.lastIndexOf('obj') + 1);
  if (dictionary.some((token, at) => FILTER.has(token) && standElsewhere(dictionary, at + 1))) return null;
  return tokens.filter((token) => token.startsWith('/') && ASCII.has(token.slice(1))).length;
}
