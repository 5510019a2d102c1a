import type { JournalAccount, JournalFormat } from './accounting-types';

const WORDS: Readonly<Record<JournalAccount['account'], string>> = {
  bank: 'Bank',
  receivable: 'Commissions receivable',
  commission_income: 'Commission income',
  fees_receivable: 'Service fees receivable',
  service_fees: 'Service fees',
  agents_expense: 'Agents’ commissions',
  agents_payable: 'Agents’ balances',
  recalled: 'Recalled commission',
  bank_fees: 'Bank fees',
  written_off: 'Written off',
  voided: 'Voided payouts',
  unclaimed: 'Unclaimed deposits',
  undeposited: 'Received without a deposit',
  customers_money: 'Customers’ payments',
};

/** How the programs are called. */
export const FORMATS: readonly { format: JournalFormat; label: string }[] = [
  { format: 'quickbooks', label: 'QuickBooks' },
  { format: 'xero', label: 'Xero' },
  { format: 'datev', label: 'DATEV' },
  { format: 'csv', label: 'CSV' },
];

export const formatLabel = (format: JournalFormat): string =>
  FORMATS.find((known) => known.format === format)?.label ?? format;

/** What an account of the journal is called where no bank account is meant. */
export const accountWords = (account: JournalAccount['account']): string => WORDS[account];

/** `Operating ••4410` */
export const accountLabel = ({
  account,
  bankAccount,
  lastFour,
}: Pick<JournalAccount, 'account' | 'bankAccount' | 'lastFour'>): string =>
  bankAccount === null ? WORDS[account] : lastFour ? `${bankAccount} ••${lastFour}` : bankAccount;
