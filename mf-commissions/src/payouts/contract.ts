import * as v from 'valibot';
import { command, count, figure, id, money, page } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { payout } from './contract-parts';

const agentsFigure = v.strictObject({ ...figure.entries, agents: count });

/** What is typed of a bank account. */
const bankDetails = v.variant('kind', [
  v.strictObject({
    kind: v.literal('us'),
    holder_name: v.string(),
    routing_number: v.string(),
    account_number: v.string(),
    account_type: v.picklist(['checking', 'savings']),
    company_id: v.optional(v.string()),
  }),
  v.strictObject({ kind: v.literal('iban'), holder_name: v.string(), iban: v.string(), bic: v.string() }),
]);

/** What the list of payouts and the accounts that are paid ask of the database. */
export const contract = {
  list_payouts: {
    answer: page(payout, {
      strip: v.strictObject({
        ready: agentsFigure,
        held: agentsFigure,
        travel: figure,
        this_year: money,
        last_year: money,
        /** Of this year. */
        payouts: count,
      }),
      /** Bank transactions that wait for somebody. */
      to_review: v.nullable(count),
    }),
  },
  start_payout: { answer: command({ id }) },
  save_bank_details: { args: { details: bankDetails }, answer: command({}) },
  delete_bank_details: { answer: command({}) },
  save_payout_account: { args: { details: bankDetails }, answer: command({}) },
} satisfies DatabaseContract;
