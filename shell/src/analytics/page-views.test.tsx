import { fireEvent, screen } from '@testing-library/react';
import { Link, type RuntimeConfig } from '@paperplane/shared/platform';
import { renderInApp } from '@paperplane/shared/testing';
import { ConfigProvider } from '../config/config-context';
import { PageViews } from './page-views';

const config = { analyticsUrl: 'https://count.test/views' } as RuntimeConfig;

let sent: unknown[];
beforeEach(() => {
  sent = [];
  globalThis.fetch = ((_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Promise.resolve({ ok: true } as Response);
  }) as typeof fetch;
});

const open = (address: string, ...links: string[]) =>
  renderInApp(
    <ConfigProvider config={config}>
      <PageViews />
      {links.map((to) => (
        <Link key={to} to={to}>
          {to}
        </Link>
      ))}
    </ConfigProvider>,
    address,
  );

// Never query strings or tokens (docs/product/platform.md, Page views)
// Holds platform-74
it('counts a page once, whatever stands behind its path', () => {
  const links = ['/login?redirect=%2Fteam', '/signup?email=a%40b.test'];
  open('/login?redirect=%2Fsales%2F17#access_token=secret', ...links);
  for (const link of links) fireEvent.click(screen.getByText(link));
  expect(sent).toEqual([
    { route: '/login', path: '/login' },
    { route: '/signup', path: '/signup' },
  ]);
});

it('does not count what the guard sends away from', () => {
  open('/sales/17');
  expect(sent).toEqual([]);
});

it('names addresses that are no page of the product alike', () => {
  open('/wp-admin');
  expect(sent).toEqual([{ route: '*', path: '/wp-admin' }]);
});
