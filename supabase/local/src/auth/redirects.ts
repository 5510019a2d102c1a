import { LOOPBACK_NAMES } from '../gateway/guard.js';

/** The origins of a site: one on a loopback name stands for both, people type either. None for custom schemes and rubbish. */
function originsOf(siteUrl: string): string[] {
  if (!URL.canParse(siteUrl)) return [];
  const url = new URL(siteUrl);
  if (url.origin === 'null') return [];
  if (!LOOPBACK_NAMES.includes(url.hostname)) return [url.origin];
  return LOOPBACK_NAMES.map((name) => {
    url.hostname = name;
    return url.origin;
  });
}

const escapePattern = (text: string) => text.replace(/[.+^${}()|[\]\\]/g, '\\$&');

/** A pattern of the allow list: `*` is anything but `.` and `/`, `**` is anything, `?` one such character. */
function toPattern(entry: string): RegExp {
  const source = escapePattern(entry)
    .replace(/\*\*/g, '\0')
    .replace(/\*/g, '[^./]*')
    .replace(/\?/g, '[^./]')
    .replaceAll('\0', '.*');
  return new RegExp(`^${source}$`);
}

/**
 * Decides where a mailed link may lead: anywhere on the site's own origin, and where the allow list says. Everything
 * else becomes the site URL, so that a link cannot carry a session to a stranger.
 */
export function redirectPolicy(siteUrl: string, allowList: string[]): (wanted: string | null) => string {
  const siteOrigins = originsOf(siteUrl);
  const patterns = allowList.map(toPattern);
  return (wanted) => {
    if (!wanted) return siteUrl;
    let url: URL;
    try {
      url = new URL(wanted);
    } catch {
      return siteUrl;
    }
    if (url.username || url.password) return siteUrl;
    // As the parser understood it, never as it was written: line breaks and the like would break out of a header.
    if (siteOrigins.includes(url.origin)) return url.href;
    const bare = `${url.protocol}//${url.host}${url.pathname}${url.search}`;
    return allowList.includes(wanted) || patterns.some((pattern) => pattern.test(bare)) ? url.href : siteUrl;
  };
}
