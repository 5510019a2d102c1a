import { CONTRACT, paths, type RemoteManifest } from '@paperplane/shared/platform';
import packageJson from '../package.json';

/** What the shell knows of this remote before, and without, its code. The build writes it into the registry. */
export const manifest = {
  name: 'mf_commissions',
  version: packageJson.version,
  contract: CONTRACT,
  routes: [
    { path: paths.commissions.pattern, page: 'list', title: 'Commission Management', access: 'user' },
    {
      path: paths.otherCommissions.pattern,
      page: 'other',
      title: 'Other commissions',
      access: 'admin',
    },
    { path: paths.bankImport.pattern, page: 'bank-import', title: 'Import transactions', access: 'admin' },
    { path: paths.bankAccounts.pattern, page: 'bank-accounts', title: 'Bank accounts', access: 'admin' },
    { path: paths.bankRules.pattern, page: 'bank-rules', title: 'Bank rules', access: 'admin' },
    { path: paths.mailbox.pattern, page: 'mailbox', title: 'Statement mailbox', access: 'admin' },
    { path: paths.bank.pattern, page: 'bank', title: 'Bank', access: 'admin' },
    { path: paths.bankTransaction.pattern, page: 'workbench', title: 'Bank Transaction', access: 'admin' },
    {
      path: paths.commission.pattern,
      page: 'detail',
      title: 'Commission Details',
      access: 'user',
      record: 'commission',
    },
    {
      path: paths.vendorStatement.pattern,
      page: 'vendor-statement',
      title: 'Vendor statement',
      access: 'admin',
    },
    { path: paths.payouts.pattern, page: 'payouts', title: 'Payouts', access: 'user' },
    { path: paths.myPayouts.pattern, page: 'my-payouts', title: 'My payouts', access: 'user' },
    { path: paths.payout.pattern, page: 'payout', title: 'Payout', access: 'admin' },
    { path: paths.statement.pattern, page: 'statement', title: 'Statement', access: 'user' },
    { path: paths.takeout.pattern, page: 'takeout', title: 'Take it with you', access: 'admin' },
  ],
  nav: [{ label: 'Commissions', path: paths.commissions.pattern, access: 'user', order: 40 }],
  findable: [
    { label: 'Export commissions', words: 'download csv', path: paths.commissions.pattern, access: 'user' },
    {
      label: 'Other commissions',
      words: 'service fees penalties volume bonuses shares',
      path: paths.otherCommissions.pattern,
      access: 'admin',
    },
    {
      label: 'Match deposits',
      words: 'reconcile bank transactions payments',
      path: paths.bank.pattern,
      access: 'admin',
    },
    {
      label: 'Bank accounts',
      words: 'add rename connect sync gaps balance',
      path: paths.bankAccounts.pattern,
      access: 'admin',
    },
    {
      label: 'Bank rules',
      words: 'set aside automatically fees transfers payer',
      path: paths.bankRules.pattern,
      access: 'admin',
    },
    {
      label: 'Statement mailbox',
      words: 'vendors mail forward address senders',
      path: paths.mailbox.pattern,
      access: 'admin',
    },
    { label: 'Start a payout', words: 'pay agents approve', path: paths.payouts.pattern, access: 'admin' },
    { label: 'Statements', words: 'my earnings paid year', path: paths.myPayouts.pattern, access: 'user' },
    {
      label: 'Your bank account',
      words: 'iban routing payouts paid into',
      path: paths.myPayouts.pattern,
      access: 'user',
    },
    {
      label: 'Take everything with you',
      words: 'download agency archive backup leave data',
      path: paths.takeout.pattern,
      access: 'admin',
    },
  ],
  slots: [
    {
      slot: 'record',
      place: 'main',
      types: ['vendor'],
      card: 'statements',
      title: 'Statements',
      access: 'admin',
      order: 5,
    },
  ],
} as const satisfies RemoteManifest;
