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
  ['bank-accounts', '/commissions/bank/accounts', '/commissions/bank/accounts', ['get_bank_accounts_page']],
  ['detail', '/commissions/:id', `/commissions/${ID}`, ['commissions', 'get_commission_record']],
  ['bank', '/commissions/bank', '/commissions/bank', ['get_bank_inbox']],
  [
    'bank',
    '/commissions/bank',
    `/commissions/bank?view=matched&accountId=${ID}&vendorId=${ID}`,
    ['get_bank_inbox'],
  ],
  ['mailbox', '/commissions/bank/mailbox', '/commissions/bank/mailbox', ['get_mailbox']],
  ['payouts', '/commissions/payouts', '/commissions/payouts?page=2', ['list_payouts']],
  [
    'my-payouts',
    '/commissions/payouts/mine',
    '/commissions/payouts/mine',
    ['get_my_payouts', 'get_my_tax_details'],
  ],
  ['payout', '/commissions/payouts/:id', `/commissions/payouts/${ID}`, ['get_payout']],
  ['payout', '/commissions/payouts/:id', '/commissions/payouts/nothing', []],
  ['statement', '/commissions/statements/:id', `/commissions/statements/${ID}`, ['get_statement']],
  [
    'tax-forms',
    '/settings/integrations/tax-forms',
    '/settings/integrations/tax-forms?year=2025',
    ['get_tax_year'],
  ],
  ['credit-note', '/commissions/credit-notes/:id', `/commissions/credit-notes/${ID}`, ['get_credit_note']],
  ['credit-note', '/commissions/credit-notes/:id', '/commissions/credit-notes/nothing', []],
  ['vendor-statement', '/vendors/statements/:id', `/vendors/statements/${ID}`, ['get_vendor_statement']],
  [
    'webhooks',
    '/settings/integrations/webhooks',
    '/settings/integrations/webhooks',
    ['get_webhooks', 'list_webhook_deliveries'],
  ],
  ['workbench', '/commissions/bank/:id', `/commissions/bank/${ID}`, ['get_bank_transaction']],
  ['workbench', '/commissions/bank/:id', '/commissions/bank/nothing', []],
] as const)('%s: %s%s asks once', async (page, pattern, address, asked) => {
  const { byLoader, inAll } = await requestsOfPage(await pages[page](), pattern, address);
  expect(byLoader).toEqual(asked);
  // What the tabs of the bank and of webhooks count comes behind the page.
  const counts = ['bank_transactions', 'count_failing_webhooks'];
  expect(inAll.filter((name) => !counts.includes(name))).toEqual(asked);
});
