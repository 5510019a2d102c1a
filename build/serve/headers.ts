import type { SiteConfig } from './site-config';

const HASHED = /^\/(js|css|fonts|img)\/|^\/remotes\/[^/]+\/[^/]+\//;

/** Files whose address names their content may be kept for ever; everything else is asked for again each time. */
export const cacheControl = (pathname: string): string =>
  HASHED.test(pathname) ? 'public, max-age=31536000, immutable' : 'no-cache';

const origin = (url: string): string => {
  try {
    return new URL(url).origin;
  } catch {
    return '';
  }
};

/**
 * Headers of every answer. Scripts only from here; data only from here and the installation's own backend.
 * Inline styles are allowed: React and charts position things with `style` attributes.
 */
export function securityHeaders(config: SiteConfig): Record<string, string> {
  const backend = origin(config.supabaseUrl);
  const live = backend.replace(/^http/, 'ws');
  const policy = {
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': `'self' data: blob: https: ${backend}`,
    'font-src': "'self'",
    'connect-src': `'self' ${backend} ${live} ${origin(config.analyticsUrl)}`.trim(),
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources}`)
      .join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  };
}
