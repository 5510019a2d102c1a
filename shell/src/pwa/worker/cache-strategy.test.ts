import { isAppPage, cacheStrategyOf } from './cache-strategy';

const HOME = 'https://agency.test';
const of = (address: string) => cacheStrategyOf(new URL(address, HOME), HOME);

describe('what the service worker keeps', () => {
  it.each(['/remotes.json', '/config.json', '/remotes/mf_sales/0.1.0-1a2b/mf-manifest.json'])(
    'asks the network first for %s',
    (address) => expect(of(address)).toBe('network-first'),
  );

  it.each([
    '/js/main.0123456789.js',
    '/css/main.0123456789.css',
    '/fonts/inter.0123456789.woff2',
    '/img/hero.0123456789.webp',
    '/remotes/mf_sales/0.1.0-1a2b/js/list.0123456789.js',
  ])('takes the kept copy first of %s', (address) => expect(of(address)).toBe('cache-first'));

  it.each([
    '/sales',
    '/sw.js',
    '/index.html',
    // A retry keeps caches out by a query.
    '/js/main.0123456789.js?r=1',
    '/remotes/mf_sales/0.1.0-1a2b/mf-manifest.json?r=1',
    // Never the backend, nor any other origin
    'https://abc.supabase.co/rest/v1/sales?select=id',
    'https://abc.supabase.co/auth/v1/token',
    'https://abc.supabase.co/js/main.0123456789.js',
    'https://cdn.test/remotes/mf_sales/1/js/list.js',
    // Nor a backend behind the same host
    '/rest/v1/sales',
    '/auth/v1/user',
    '/storage/v1/object/public/avatars/a.webp',
  ])('leaves %s alone', (address) => expect(of(address)).toBe('none'));
});

// Spec section 9: service worker scope is the site root
describe('which addresses are pages of the app', () => {
  it.each(['/', '/sales', '/sales/17', '/customers/create', '/offline'])('%s is', (pathname) =>
    expect(isAppPage(pathname)).toBe(true),
  );

  it.each(['/remotes.json', '/js/main.js', '/remotes/mf_sales/1/', '/auth/v1/verify', '/favicon.ico'])(
    '%s is not',
    (pathname) => expect(isAppPage(pathname)).toBe(false),
  );
});
