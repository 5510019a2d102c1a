import { store } from '@paperplane/shared/platform';
import { bankApi } from './bank/bank-api';
import { bankAccountsApi } from './bank/accounts/bank-accounts-api';
import { bankImportApi } from './bank/import/bank-import-api';
import { trackingApi } from './bank/tracking-api';
import { commissionListApi } from './commissions/commission-list-api';
import { commissionsApi } from './commissions/commissions-api';
import { COMMISSIONS_LIST } from './commissions/list/commissions-query';
import { api } from './parts/api';
import { payoutsApi } from './payouts/payouts-api';

const page = { page: 1, pageSize: 10 };
const query = COMMISSIONS_LIST.read({ ...COMMISSIONS_LIST.defaults }, true);
const nothing = null as never;

const { dispatch, getState } = store;

// An answer of every screen.
beforeAll(() =>
  Promise.all([
    dispatch(bankApi.util.upsertQueryData('getBankTransaction', 't1', nothing)),
    dispatch(
      bankApi.util.upsertQueryData('findOpenCommissions', { search: '', page: 1, takenBack: false }, nothing),
    ),
    dispatch(bankApi.util.upsertQueryData('listBankImports', { page: 1, accountId: null }, nothing)),
    dispatch(bankImportApi.util.upsertQueryData('getBankAccounts', undefined, nothing)),
    dispatch(bankAccountsApi.util.upsertQueryData('getBankAccountsPage', undefined, nothing)),
    dispatch(bankAccountsApi.util.upsertQueryData('getBankConnection', 'n1', nothing)),
    dispatch(trackingApi.util.upsertQueryData('getReceiptTracking', undefined, nothing)),
    dispatch(commissionListApi.util.upsertQueryData('listCommissions', query, nothing)),
    dispatch(commissionsApi.util.upsertQueryData('getCommission', 'c1', nothing)),
    dispatch(commissionsApi.util.upsertQueryData('getCommissionRecord', 'c1', nothing)),
    dispatch(payoutsApi.util.upsertQueryData('listPayouts', page, nothing)),
    dispatch(payoutsApi.util.upsertQueryData('getPayout', 'p1', nothing)),
    dispatch(payoutsApi.util.upsertQueryData('getMyPayouts', undefined, nothing)),
    dispatch(payoutsApi.util.upsertQueryData('listStatements', page, nothing)),
  ]),
);
// What is left in the cache has a timer each.
afterAll(() => dispatch(api.util.resetApiState()));

/** What is read again when these tags are stale. */
const readAgain = (tags: Parameters<typeof api.util.selectInvalidatedBy>[1]) =>
  api.util
    .selectInvalidatedBy(getState(), tags)
    .map(({ endpointName }) => endpointName)
    .sort();

const ACCOUNTS = ['getBankAccounts', 'getBankAccountsPage', 'getBankConnection'];
const BANK = ['findOpenCommissions', 'getBankTransaction', 'listBankImports'];
const PAYOUTS = ['getMyPayouts', 'getPayout', 'listPayouts', 'listStatements'];

it('the bank, when its transactions have changed: its screens, and what counts them elsewhere', () => {
  expect(readAgain(['Bank'])).toEqual(
    [...BANK, ...ACCOUNTS, 'getReceiptTracking', 'listCommissions', 'listPayouts'].sort(),
  );
});

it('payouts, when one has changed: their screens, and what a commission says of its own', () => {
  expect(readAgain(['Payout'])).toEqual([...PAYOUTS, 'getCommissionRecord'].sort());
});

it('both, when many commissions have changed, as by an import of sales', () => {
  expect(readAgain(['Commission'])).toEqual(
    [...BANK, ...PAYOUTS, 'getCommission', 'getCommissionRecord', 'listCommissions'].sort(),
  );
});

it('neither, when one commission has changed', () => {
  expect(readAgain([{ type: 'Commission', id: 'c1' }])).toEqual(['getCommission', 'getCommissionRecord']);
});

it('only what shows accounts, when one is added or changed', () => {
  expect(readAgain([{ type: 'Bank', id: 'ACCOUNTS' }])).toEqual(['getBankAccounts', 'getBankAccountsPage']);
  expect(readAgain([{ type: 'Payout', id: 'ACCOUNT' }])).toEqual(['getMyPayouts', 'getPayout']);
});
