import * as v from 'valibot';
import {
  command,
  count,
  day,
  figure,
  id,
  latestSales,
  moment,
  money,
  page,
  person,
} from '@paperplane/shared/contract';
import { PAYMENT_METHODS, ROLES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

const text = v.nullable(v.string());
const role = v.picklist(ROLES);
const payment_method = v.picklist(PAYMENT_METHODS);
const percent = v.number();

/** A member; from the email on for admins only. Sums leave cancelled sales and commissions out. */
const member = v.strictObject({
  kind: v.literal('member'),
  ...person.entries,
  avatar_url: text,
  role,
  is_active: v.boolean(),
  ...v.partial(
    v.strictObject({
      email: v.string(),
      commission_split: percent,
      sales_count: count,
      commission_amount: money,
      /** The last sign of life; null before the first. */
      last_active_at: v.nullable(moment),
      joined_at: moment,
      invited_at: v.null(),
      invited_by: v.null(),
      sent_at: v.null(),
      expires_at: v.null(),
      is_expired: v.null(),
    }),
  ).entries,
});

/** Somebody on their way, whom only admins see; perhaps nothing but the address is known. */
const invitation = v.strictObject({
  kind: v.literal('invitation'),
  id,
  first_name: text,
  last_name: text,
  avatar_url: v.null(),
  role,
  is_active: v.literal(false),
  email: v.string(),
  commission_split: percent,
  sales_count: v.null(),
  commission_amount: v.null(),
  last_active_at: v.null(),
  joined_at: v.null(),
  invited_at: moment,
  invited_by: v.nullable(person),
  sent_at: moment,
  expires_at: moment,
  is_expired: v.boolean(),
});

const commissions = v.strictObject({ ...figure.entries, agent_amount: money });

/** Sums leave cancelled sales and commissions out. */
const figures = v.strictObject({
  sales_count: count,
  booked_sales_count: count,
  total_amount: money,
  commission_amount: money,
  ready: v.strictObject({ count, agent_amount: money }),
  commissions: v.strictObject({
    unpaid: commissions,
    funds_received: commissions,
    agent_paid: commissions,
    cancelled: commissions,
  }),
});

/** A payment to a member: a statement of a payout, which has a number, or the payment of one commission. */
const payment = v.strictObject({
  id,
  day,
  statement_id: v.nullable(id),
  number: text,
  commission_id: v.nullable(id),
  booking_reference: text,
  payment_method,
  amount: money,
  /** It came back. */
  voided_on: v.nullable(day),
});

const profile = v.strictObject({
  member: v.strictObject({
    ...person.entries,
    organization_id: id,
    email: v.string(),
    role,
    avatar_url: text,
    is_active: v.boolean(),
    hears_of_sales: v.boolean(),
    created_at: moment,
    updated_at: moment,
    last_active_at: v.nullable(moment),
  }),
  terms: v.strictObject({
    commission_split: percent,
    history: v.array(
      v.strictObject({
        commission_split: percent,
        previous_split: percent,
        changed_at: moment,
        changed_by: v.nullable(person),
      }),
    ),
  }),
  figures,
  /** For releases that know no statements. */
  payouts: v.array(
    v.strictObject({
      id,
      commission_id: id,
      booking_reference: text,
      amount: money,
      payment_date: day,
      payment_method,
    }),
  ),
  /** In the organization's year and the one before, and the last ten. */
  paid: v.strictObject({
    year: count,
    this_year: money,
    last_year: money,
    payments: v.array(payment),
  }),
});

/** What the team's pages ask of the database. */
export const contract = {
  list_team: {
    answer: page(v.variant('kind', [member, invitation]), {
      // How many match but for the status.
      by_status: v.strictObject({ everyone: count, active: count, invited: count, inactive: count }),
    }),
  },
  get_member_profile: { answer: v.nullable(profile) },
  get_member_page: { answer: v.nullable(v.strictObject({ ...profile.entries, sales: latestSales })) },
  set_member_role: { answer: command({}) },
  set_member_split: { answer: command({}) },
  end_member_sessions: { answer: command({ ended: count }) },
  transfer_ownership: { answer: command({}) },
  // How many open sales somebody else took over.
  set_member_active: { answer: command({ reassigned: count }) },
  renew_invitation: { answer: command({}) },
  revoke_invitation: { answer: command({}) },
} satisfies DatabaseContract;
