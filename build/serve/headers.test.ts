import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FORMATS, type Format } from './header-formats';
import { cacheControl, DROPS_CACHE, securityHeaders, SIGNED_OUT, siteHeaders } from './headers';
import { localConfig } from './site-config';

const CONFIG = { supabaseUrl: 'https://abc.supabase.co', analyticsUrl: 'https://count.test/views?site=1' };

/** The policy's sources, by directive. */
const policyOf = (headers: Readonly<Record<string, string>>): Record<string, string[]> =>
  Object.fromEntries(
    (headers['Content-Security-Policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

describe('the policy', () => {
  const policy = policyOf(securityHeaders(CONFIG));

  it('starts from nothing, and lets scripts come from here only, none inline', () => {
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['script-src']).toEqual(["'self'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    for (const name of ['script-src', 'style-src', 'connect-src'])
      expect(policy[name]).not.toContain("'unsafe-inline'");
  });

  it('lets nobody frame the app', () => {
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
  });

  it('lets data go to the backend, live too, and to the analytics address', () => {
    expect(policy['connect-src']).toEqual([
      "'self'",
      'https://abc.supabase.co',
      'wss://abc.supabase.co',
      'https://count.test',
    ]);
  });

  it('lets data come from read replicas where reads go to them', () => {
    const readsUrl = 'https://abc-all.supabase.co/';
    const sources = (reads: 'primary' | 'replicas') =>
      policyOf(securityHeaders({ ...CONFIG, reads, readsUrl }))['connect-src'];
    expect(sources('replicas')).toContain('https://abc-all.supabase.co');
    expect(sources('primary')).toEqual(policy['connect-src']);
  });

  it('lets data come from the replicas of a local installation that has some', () => {
    const sources = (readsUrl: string | null) =>
      policyOf(securityHeaders(localConfig('http://127.0.0.1:54321', 'key', readsUrl)))['connect-src'];
    expect(sources('http://127.0.0.1:54326')).toContain('http://127.0.0.1:54326');
    expect(sources(null)).not.toContain('http://127.0.0.1:54326');
  });

  it('lets pictures come from here and from Storage, not from anywhere', () => {
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'blob:', 'https://abc.supabase.co']);
  });

  it('lets remotes come from the origins the registry names, once each', () => {
    const registry = {
      remotes: [
        { url: '/remotes/mf_sales/1/' },
        { url: 'https://cdn.test/remotes/mf_directory/1/' },
        { url: 'https://cdn.test/remotes/mf_dashboard/2/' },
      ],
    };
    const open = policyOf(securityHeaders(CONFIG, registry));
    for (const name of ['script-src', 'style-src', 'font-src'])
      expect(open[name]).toEqual(["'self'", 'https://cdn.test']);
    expect(open['connect-src']).toContain('https://cdn.test');
  });

  it('cannot be widened by what is no address', () => {
    const odd = { supabaseUrl: "x; script-src 'unsafe-inline'", analyticsUrl: '' };
    expect(securityHeaders(odd)['Content-Security-Policy']).not.toContain("script-src 'unsafe-inline'");
  });
});

it('insists on encryption where the backend is encrypted, not on one’s own machine', () => {
  expect(securityHeaders(CONFIG)).toHaveProperty('Strict-Transport-Security');
  const local = securityHeaders({ supabaseUrl: 'http://127.0.0.1:54321', analyticsUrl: '' });
  expect(local).not.toHaveProperty('Strict-Transport-Security');
  expect(local).toMatchObject({ 'Referrer-Policy': 'strict-origin-when-cross-origin' });
});

it.each([
  ['/js/main.1.js', 'public, max-age=31536000, immutable'],
  ['/remotes/mf_sales/1/js/list.1.js', 'public, max-age=31536000, immutable'],
  ['/sw.js', 'no-cache'],
  ['/index.html', 'no-cache'],
  ['/config.json', 'no-cache'],
  ['/remotes.json', 'no-cache'],
  ['/manifest.webmanifest', 'no-cache'],
  [SIGNED_OUT, 'no-store'],
])('%s may be kept: %s', (pathname, expected) => expect(cacheControl(pathname)).toBe(expected));

describe('of a site folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-headers-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));
  const put = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);

  it('follow what is deployed, without a restart', () => {
    const headers = siteHeaders(folder);
    expect(policyOf(headers())['connect-src']).toEqual(["'self'"]);
    put('config.json', JSON.stringify(CONFIG));
    expect(policyOf(headers())['connect-src']).toContain('https://abc.supabase.co');
    put('remotes.json', JSON.stringify({ remotes: [{ url: 'https://cdn.test/remotes/mf_sales/1/' }] }));
    expect(policyOf(headers())['script-src']).toEqual(["'self'", 'https://cdn.test']);
  });

  it('let a version come that is staged on an origin of its own', () => {
    const entry = { url: 'https://next.test/remotes/mf_sales/2/' };
    const listed = { url: '/remotes/mf_sales/1/', staged: { percent: 5, entry } };
    put('remotes.json', JSON.stringify({ remotes: [listed] }));
    expect(policyOf(siteHeaders(folder)())['script-src']).toEqual(["'self'", 'https://next.test']);
  });

  it.each(['', 'null', '{"remotes":4}', '{"remotes":[null,{"url":3}]}'])(
    'stay strict over a registry that says %j',
    (text) => {
      put('remotes.json', text);
      expect(policyOf(siteHeaders(folder)())['script-src']).toEqual(["'self'"]);
    },
  );
});

describe('for a static host', () => {
  const headers = securityHeaders(CONFIG);

  it.each(Object.keys(FORMATS) as Format[])('every header is in the words of %s', (format) => {
    const text = FORMATS[format](headers);
    expect(text).toContain(SIGNED_OUT);
    for (const [name, value] of Object.entries({
      ...headers,
      'Clear-Site-Data': DROPS_CACHE['Clear-Site-Data'],
    })) {
      expect(text).toContain(name);
      expect(text.replaceAll('\\"', '"')).toContain(value);
    }
    expect(text).toContain('max-age=31536000, immutable');
  });

  it.each(['vercel', 'json'] as const)('%s can be read by a program', (format) => {
    expect(() => JSON.parse(FORMATS[format](headers)) as unknown).not.toThrow();
  });
});
