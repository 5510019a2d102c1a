import { toDatabase } from '@paperplane/shared/domain';
import { answerOf, idOf, shownOf, type Said } from '@paperplane/shared/testing';
import type {
  AccountOnPage,
  BankAccountsPage,
  BankCommission,
  BankConnection,
  BankOther,
  BankPart,
  BankQuestion,
  BankRecord,
  BankRow,
  FoundAccount,
  Suggestion,
  WaitingConnection,
} from '../bank-types';
import { contract as accounts } from '../accounts/contract';
import { contract } from '../contract';

const record = contract.get_bank_transaction.answer;
const { allocations, open, others, suggestions } = record.wrapped.entries;
const VENDOR = { id: idOf('v1'), name: 'Meridian Star Cruises' };

/** A part: $100.00 of a commission of which $100.00 is open, unless told otherwise. */
export const bankPart = (bookingReference: string, more: Said<BankCommission> = {}): BankCommission =>
  shownOf(open.item, {
    commissionId: idOf(`c-${bookingReference}`),
    bookingReference,
    vendor: VENDOR,
    amount: 100,
    expected: 100,
    ...more,
  });

/** A part of a match, with nothing written off. */
export const bankAllocation = (
  bookingReference: string,
  more: Said<BankRecord['allocations'][number]> = {},
): BankRecord['allocations'][number] =>
  shownOf(allocations.item, { ...bankPart(bookingReference), rest: 'open', ...more });

/** A volume bonus of $250.00 for 2025 that is open. */
export const bankOther = (more: Said<BankOther> = {}): BankOther =>
  shownOf(others.item, {
    otherCommissionId: idOf('o1'),
    kind: 'volume_bonus',
    bookingReference: null,
    vendor: VENDOR,
    periodStart: '2025-01-01',
    periodEnd: '2025-12-31',
    dueOn: '2026-11-01',
    amount: 250,
    expected: 250,
    recordedOn: null,
    placed: null,
    ...more,
  });

export const bankSuggestion = (parts: BankPart[], more: Said<Suggestion> = {}): Suggestion =>
  shownOf(suggestions.item, {
    rank: 1,
    kind: parts.length > 1 ? 'set' : 'single',
    certainty: 'likely',
    parts,
    ...more,
  });

const DEPOSIT = {
  bookedOn: '2026-11-02',
  amount: 250,
  text: 'MERIDIAN AGY COMM CR30614',
  category: 'commission',
  status: 'suggested',
  certainty: 'likely',
  group: 'review',
  vendor: VENDOR,
} as const;

/** A deposit of $250.00 from Meridian Star Cruises that nobody has decided about. */
export const bankRow = (more: Said<BankRow> = {}): BankRow =>
  shownOf(contract.get_bank_inbox.answer.entries.rows.item, { ...DEPOSIT, ...more });

/** That deposit on the workbench. */
export const bankRecord = ({ transaction, ...more }: Said<BankRecord> = {}): BankRecord =>
  shownOf(record, { ...more, transaction: { ...DEPOSIT, ...transaction } });

const accountsPage = accounts.get_bank_accounts_page.answer;
const accountParts = accountsPage.entries.accounts.item;

/** A connection that brought 8 lines at 10:02 AM of Feb 3, 2027 and comes next at 4:02 PM. */
export const bankConnection = (more: Said<BankConnection> = {}): BankConnection =>
  shownOf(accountParts.entries.connection.wrapped, {
    id: idOf('n1'),
    provider: 'simplefin',
    label: 'First Pier Bank',
    state: 'connected',
    lastSuccessAt: '2027-02-03T10:02:00+00:00',
    lastAdded: 8,
    nextTryAt: '2027-02-03T16:02:00+00:00',
    ...more,
  });

/** An account of 90 days without a gap, that came by a file. */
export const accountOnPage = (more: Said<AccountOnPage> = {}): AccountOnPage =>
  shownOf(accountParts, {
    id: idOf('a1'),
    name: 'Harbour Operating',
    lastFour: '4410',
    institution: 'First Pier Bank',
    kind: 'checking',
    currency: 'USD',
    balance: 61478.76,
    balanceOn: '2027-02-02',
    lastFile: { at: '2027-02-03T08:14:00+00:00', firstName: 'Margaret', lastName: 'Vale', added: 31 },
    spans: [{ from: '2026-11-06', to: '2027-02-03', kind: 'here' }],
    lineCount: 214,
    ...more,
  });

/** An account as the bank calls it. */
export const foundAccount = (more: Said<FoundAccount> = {}): FoundAccount =>
  shownOf(accountsPage.entries.waiting.item.entries.accounts_to_link.item, {
    providerAccountId: 'ACT-1',
    name: 'SAVINGS',
    institution: 'Old Quay Credit Union',
    kind: 'savings',
    lastFour: '5521',
    currency: 'USD',
    balance: 9310.22,
    balanceOn: '2027-02-03',
    ...more,
  });

/** A connection that waits for where its accounts go. */
export const waitingConnection = (more: Said<WaitingConnection> = {}): WaitingConnection =>
  shownOf(accountsPage.entries.waiting.item, {
    ...bankConnection(),
    id: idOf('n2'),
    institution: 'Old Quay Credit Union',
    ...more,
  });

/** A line that the bank took back. */
export const bankQuestion = (more: Said<BankQuestion> = {}): BankQuestion =>
  shownOf(accountsPage.entries.questions.item, {
    id: idOf('q1'),
    kind: 'gone',
    transactionId: idOf('t1'),
    accountId: idOf('a1'),
    bookedOn: '2027-01-12',
    text: 'MERIDIAN AGY COMM',
    amount: 250,
    ...more,
  });

/** The accounts' page as the database answers it. */
export const accountsPageAnswer = (more: Said<BankAccountsPage> = {}) =>
  answerOf(
    accountsPage,
    toDatabase({
      range: { from: '2026-11-06', to: '2027-02-03' },
      totals: { balance: 102873, balanceCount: 4, syncsLeft: 2, nextSyncAt: '2027-02-03T16:02:00+00:00' },
      ...more,
    }),
  );
