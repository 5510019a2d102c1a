import type { contract } from '@paperplane/shared/contract';
import type { CommissionStatus, ListQuery } from '@paperplane/shared/domain';
import type { AnswerOf } from '@paperplane/shared/platform';

/** What the list can be sorted by; the first is the default, newest first. `dueOn` orders only what is overdue. */
export const COMMISSION_SORTS = [
  'createdAt',
  'saleDate',
  'amount',
  'totalAmount',
  'bookingReference',
  'status',
  'customer',
  'vendor',
  'agent',
  'dueOn',
] as const;
export type CommissionSort = (typeof COMMISSION_SORTS)[number];

export interface CommissionsQuery extends ListQuery<CommissionStatus, CommissionSort> {
  /** Only what the vendor should have paid by now. */
  overdue: boolean;
  /** Only what agents can be paid now: received, and paid by the customer. */
  ready: boolean;
}

/** One page of commissions with the figures of everything that matches; `toReview`: bank transactions that wait for somebody, null for agents. */
export type CommissionPage = AnswerOf<typeof contract, 'list_commissions'>;

/** One row of Commission Management: a commission with what its sale says. */
export type CommissionListItem = CommissionPage['rows'][number];

/** Over every filter but the status; `ready` is what agents can be paid now. Of what is overdue the amounts are what is owed. */
export type CommissionStats = CommissionPage['stats'];
