import { requestsOfPage } from '@paperplane/shared/testing';
import { pages } from './remote';

// Pages are compiled when they are first imported.
jest.setTimeout(60_000);

const ID = '0B5E1C1E-0000-4000-8000-000000000001';

// What a loader starts is what the page asks for, so that there is one request.
it.each([
  ['list', '/commissions', '/commissions', ['list_commissions']],
  [
    'list',
    '/commissions',
    `/commissions?status=unpaid&from=2026-08-01&q=%20el%20&page=3&pageSize=25&agentId=${ID}&overdue=true`,
    ['list_commissions'],
  ],
  ['bank-import', '/commissions/bank/import', '/commissions/bank/import', ['list_bank_accounts']],
  [
    'detail',
    '/commissions/:id',
    `/commissions/${ID}`,
    ['commissions', 'get_commission_history', 'get_commission_deposits'],
  ],
  ['overdue', '/commissions/bank/overdue', '/commissions/bank/overdue', ['get_vendor_aging']],
  ['bank', '/commissions/bank', '/commissions/bank', ['get_bank_inbox']],
  [
    'bank',
    '/commissions/bank',
    `/commissions/bank?view=matched&accountId=${ID}&vendorId=${ID}`,
    ['get_bank_inbox'],
  ],
  ['workbench', '/commissions/bank/:id', `/commissions/bank/${ID}`, ['get_bank_transaction']],
  ['workbench', '/commissions/bank/:id', '/commissions/bank/nothing', []],
] as const)('%s: %s%s asks once', async (page, pattern, address, asked) => {
  const { byLoader, inAll } = await requestsOfPage(await pages[page](), pattern, address);
  expect(byLoader).toEqual(asked);
  expect(inAll).toEqual(asked);
});
