/** What a pasted text is: the host of the bridge its token is of, or why it is none. */
export type TokenReading = { host: string } | { problem: string };

const NO_TOKEN = 'This is no setup token. Copy it whole from the bridge.';
const INSECURE = 'This token names an address that is not https. Do not use it.';

/** A bridge on this machine, as for trying out, may do without https; the server decides which it asks. */
const HERE = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Base64 as it is, or with the letters of addresses; null for anything else. */
function decoded(text: string): string | null {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return null;
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return null;
  }
}

/** The token in what was pasted: line breaks and spaces of a copy are not of it. */
export const tokenIn = (pasted: string): string => pasted.replace(/\s/g, '');

/** Reads a SimpleFIN setup token while it is typed: the base64 of the address where it is claimed. Null of nothing. */
export function readSetupToken(pasted: string): TokenReading | null {
  const token = tokenIn(pasted);
  if (token === '') return null;
  const address = decoded(token);
  if (!address || !URL.canParse(address)) return { problem: NO_TOKEN };
  const { protocol, hostname, host, pathname } = new URL(address);
  // A host alone is the beginning of one.
  if (pathname === '/') return { problem: NO_TOKEN };
  if (protocol === 'https:') return { host };
  if (protocol !== 'http:') return { problem: NO_TOKEN };
  return HERE.has(hostname) ? { host } : { problem: INSECURE };
}
