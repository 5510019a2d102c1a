import { requestsOfPage } from '@paperplane/shared/testing';
import type { RemotePage } from '@paperplane/shared/platform';
import { cards, pages } from './remote';

// Pages are compiled when they are first imported.
jest.setTimeout(60_000);

const ID = '0B5E1C1E-0000-4000-8000-000000000001';

// What a loader starts is what the page asks for, so that there is one request.
it.each([
  ['customers', '/customers', '/customers', ['list_customers']],
  [
    'customers',
    '/customers',
    `/customers?agentId=${ID}&q=%20el%20&tag=vip&status=archived`,
    ['list_customers'],
  ],
  ['customer', '/customers/:id', `/customers/${ID}`, ['get_customer_page']],
  ['vendors', '/vendors', '/vendors', ['list_vendors']],
  [
    'vendors',
    '/vendors',
    '/vendors?category=cruise&status=nonsense&sort=salesCount&page=2',
    ['list_vendors'],
  ],
  ['vendor', '/vendors/:id', `/vendors/${ID}`, ['get_vendor_page']],
  ['documents', '/documents', '/documents', ['list_documents']],
  [
    'documents',
    '/documents',
    '/documents?state=expired&category=odd&belongs=sales&page=2',
    ['list_documents'],
  ],
  ['audit-log', '/settings/audit-log', '/settings/audit-log', ['get_audit_log']],
  [
    'audit-log',
    '/settings/audit-log',
    `/settings/audit-log?kind=money&who=${ID}&about=${ID}&q=vale&from=2026-01-01&page=2`,
    ['get_audit_log'],
  ],
  ['team', '/team', '/team', ['list_team']],
  ['team', '/team', '/team?status=inactive&sort=role&dir=desc&pageSize=50', ['list_team']],
  ['team-member', '/team/:id', `/team/${ID}`, ['get_member_page']],
  ['team-terms', '/team/:id/terms', `/team/${ID}/terms`, ['get_agreement']],
] as const)('%s: %s%s asks once', async (page, pattern, address, asked) => {
  const { byLoader, inAll } = await requestsOfPage(await pages[page](), pattern, address);
  expect(byLoader).toEqual(asked);
  expect(inAll).toEqual(asked);
});

it.each([`/sales/${ID}`, `/sales/${ID}?message=${ID.toLowerCase()}`])(
  'the conversation on %s asks once',
  async (address) => {
    const { default: Card, loader } = await cards.conversation();
    const page: RemotePage = {
      default: () => <Card type="sale" id={ID} />,
      loader: ({ request }) => {
        loader?.({ type: 'sale', id: ID }, new URL(request.url).searchParams);
        return null;
      },
    };
    const { byLoader, inAll } = await requestsOfPage(page, '/sales/:id', address);
    expect(byLoader).toEqual(['get_conversation']);
    expect(inAll).toEqual(['get_conversation']);
  },
);
