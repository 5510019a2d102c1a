/** Origins whose pages may talk to the backend, and the names under which it may be addressed. */
export interface GuardRules {
  ports: number[];
  origins: string[];
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost'];

/** The origin of a URL, or null when it is none (custom schemes, patterns, rubbish). */
export function originOf(url: string): string | null {
  try {
    const { origin } = new URL(url);
    return origin === 'null' ? null : origin;
  } catch {
    return null;
  }
}

/** An origin on one loopback name stands for both: people type either. */
export function withLoopbackTwins(origins: string[]): string[] {
  return [
    ...new Set(
      origins.flatMap((origin) => {
        const url = new URL(origin);
        if (!LOOPBACK_NAMES.includes(url.hostname)) return [origin];
        return LOOPBACK_NAMES.map((name) => {
          url.hostname = name;
          return url.origin;
        });
      }),
    ),
  ];
}

/**
 * Refuses requests that reach a loopback port by another name (DNS rebinding) or from another site's page (request
 * forgery). Returns the reason, or null when the request may pass.
 */
export function refusalOf(
  host: string | undefined,
  origin: string | undefined,
  rules: GuardRules,
): string | null {
  const hosts = rules.ports.flatMap((port) => LOOPBACK_NAMES.map((name) => `${name}:${port}`));
  if (!host || !hosts.includes(host.toLowerCase())) {
    return `Host ${JSON.stringify(host ?? '')} is not served here; use ${hosts[0] ?? 'the loopback address'}`;
  }
  if (origin === undefined) return null;
  const own = hosts.map((name) => `http://${name}`);
  if (own.includes(origin) || rules.origins.includes(origin)) return null;
  return `Origin ${JSON.stringify(origin)} may not use this backend; allow it with --allow-origin`;
}
