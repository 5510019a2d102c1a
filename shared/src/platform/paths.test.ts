import { paths, safeRedirect } from './paths';

describe('paths', () => {
  it('builds addresses with ids and queries', () => {
    expect(paths.sale.href('a/b')).toBe('/sales/a%2Fb');
    expect(paths.sales.href({ status: 'paid', page: 2, q: '' })).toBe('/sales?status=paid&page=2');
    expect(paths.emailConfirmation.href({ email: 'a+b@c.test' })).toBe(
      '/email-confirmation?email=a%2Bb%40c.test',
    );
  });
});

describe('safeRedirect', () => {
  const origin = 'https://app.test';
  it.each([
    ['/sales/1?status=paid#x', '/sales/1?status=paid#x'],
    [null, '/dashboard'],
    ['', '/dashboard'],
    ['https://evil.test/x', '/dashboard'],
    ['//evil.test/x', '/dashboard'],
    ['/\\evil.test/x', '/dashboard'],
    ['/\t/evil.test', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
  ])('%s -> %s', (redirect, path) => {
    expect(safeRedirect(redirect, origin)).toBe(path);
  });
});
