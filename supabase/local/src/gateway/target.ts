/** Methods that something here may answer. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Why a request is not looked at any further. */
export interface TargetRefusal {
  status: number;
  message: string;
  headers: Record<string, string>;
}

/** Where a request goes on this server, or why it goes nowhere. */
export type Target = { url: URL } | { refusal: TargetRefusal };

const refuse = (status: number, message: string, headers: Record<string, string> = {}): Target => ({
  refusal: { status, message, headers },
});

function isEncodedText(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The address that a request asks for. It is appended to our own origin and never resolved against it: `//name/path` is a path
 * here, not another server.
 * @param request method and address as they came in the first line
 * @param origin of this server, without a slash at the end
 */
export function targetOf(
  { method = 'GET', url: address = '/' }: { method?: string; url?: string },
  origin: string,
): Target {
  if (!METHODS.includes(method)) {
    return refuse(405, `${method} is not answered here`, { allow: METHODS.join(', ') });
  }
  if (!address.startsWith('/') || !URL.canParse(origin + address)) {
    return refuse(400, 'The address of the request is not valid');
  }
  const url = new URL(origin + address);
  if (!isEncodedText(url.pathname)) return refuse(400, 'The address of the request is not encoded correctly');
  // No text in PostgreSQL holds it.
  if (/%00/.test(url.pathname + url.search)) return refuse(400, 'The address of the request holds a NUL');
  return { url };
}
