import type { RemoteModule } from '@paperplane/shared/platform';
import type { manifest } from './manifest';

/** The remote's code: one lazy page per route of its manifest, a card for each slot. Chunks carry their names, so that the build can list their files. */
export const { pages, cards }: Required<RemoteModule<typeof manifest>> = {
  pages: {
    list: () => import(/* webpackChunkName: "list" */ './commissions/list/commissions-route'),
    other: () => import(/* webpackChunkName: "other" */ './commissions/other/other-route'),
    'bank-import': () => import(/* webpackChunkName: "bank-import" */ './bank/import/bank-import-route'),
    'bank-accounts': () =>
      import(/* webpackChunkName: "bank-accounts" */ './bank/accounts/bank-accounts-route'),
    'bank-rules': () => import(/* webpackChunkName: "bank-rules" */ './bank/rules/bank-rules-route'),
    mailbox: () => import(/* webpackChunkName: "mailbox" */ './bank/mailbox/mailbox-route'),
    bank: () => import(/* webpackChunkName: "bank" */ './bank/inbox/bank-inbox-route'),
    workbench: () => import(/* webpackChunkName: "workbench" */ './bank/workbench/workbench-route'),
    detail: () => import(/* webpackChunkName: "detail" */ './commissions/detail/commission-route'),
    payouts: () => import(/* webpackChunkName: "payouts" */ './payouts/list/payouts-route'),
    'my-payouts': () => import(/* webpackChunkName: "my-payouts" */ './payouts/mine/my-payouts-route'),
    payout: () => import(/* webpackChunkName: "payout" */ './payouts/batch/payout-route'),
    statement: () => import(/* webpackChunkName: "statement" */ './payouts/statement/statement-route'),
    takeout: () => import(/* webpackChunkName: "takeout" */ './takeout/takeout-route'),
    integrations: () => import(/* webpackChunkName: "integrations" */ './integrations/integrations-route'),
    'api-reference': () =>
      import(/* webpackChunkName: "api-reference" */ './integrations/reference/api-reference-page'),
    webhooks: () => import(/* webpackChunkName: "webhooks" */ './webhooks/webhooks-route'),
    accounting: () => import(/* webpackChunkName: "accounting" */ './accounting/accounting-route'),
    'tax-forms': () => import(/* webpackChunkName: "tax-forms" */ './tax-forms/tax-forms-route'),
    'credit-note': () => import(/* webpackChunkName: "credit-note" */ './tax-forms/note/credit-note-route'),
    'moving-in': () => import(/* webpackChunkName: "moving-in" */ './moving-in/moving-in-page'),
    'vendor-statement': () =>
      import(/* webpackChunkName: "vendor-statement" */ './bank/statements/page/vendor-statement-route'),
  },
  cards: {
    statements: () =>
      import(/* webpackChunkName: "card-statements" */ './bank/statements/card/statements-card-route'),
  },
};
