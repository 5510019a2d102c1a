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
  splitParts,
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
  /** Of what is no seller's share of a vendor's commission. */
  role: v.optional(text),
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
    sees_first_steps: v.boolean(),
    created_at: moment,
    updated_at: moment,
    last_active_at: v.nullable(moment),
  }),
  terms: v.strictObject({
    /** In force today; of who has tiers that of the volume so far. */
    commission_split: percent,
    by_tier: v.optional(v.boolean()),
    /** What is missing to the next tier; null past the last, and without tiers. */
    next_tier: v.nullish(v.strictObject({ from: money, split: percent, missing: money })),
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
      role: v.optional(text),
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

/** Of a person's year: from which volume on (money) which split (percent). */
const tiers = v.strictObject({
  basis: v.picklist(['sales_booked', 'commission_expected', 'commission_received']),
  year_start: v.string(),
  mode: v.picklist(['from_there_on', 'whole_year']),
  steps: v.array(v.strictObject({ from: money, split: percent })),
});

const vendor_splits = v.array(v.strictObject({ vendor_id: id, split: percent }));
const category_splits = v.array(v.strictObject({ category: v.string(), split: percent }));

/** Of others' commissions: a percent of what, taken from whose part, and how much of it a calendar year has at most. */
const overrides = v.array(
  v.strictObject({
    whose: v.union([v.literal('all'), v.array(id)]),
    percent,
    base: v.picklist(['gross', 'agency', 'agent']),
    taken_from: v.picklist(['agency', 'agent']),
    cap_per_year: v.nullable(money),
  }),
);

/** All versions of a person's terms, the one in force today, and the volume of its tiers' year. */
const agreement = v.strictObject({
  member: v.strictObject({ ...person.entries, role }),
  commission_split: percent,
  /** The agency's day. */
  today: day,
  /** Today's, of what no vendor or category says. */
  split: percent,
  in_force: v.nullable(id),
  volume: v.nullable(money),
  /** Since when the volume counts. */
  year_from: v.nullable(day),
  next: v.nullable(v.strictObject({ from: money, split: percent, missing: money })),
  versions: v.array(
    v.strictObject({
      id,
      number: count,
      valid_from: day,
      default_split: percent,
      vendor_splits,
      category_splits,
      tiers: v.nullable(tiers),
      overrides,
      created_at: moment,
      created_by: v.nullable(person),
      replaced_at: v.nullable(moment),
    }),
  ),
  /** Those that any of the versions names. */
  vendors: v.array(v.strictObject({ id, name: v.string() })),
  /** Those that overrides of any of the versions name, or that are in `overrides`. */
  people: v.array(person),
  /** Since when `overrides` counts. */
  overrides_from: day,
  /** What the person has of others in the calendar year, by whose: of how many sales, of what sum, and how much. */
  overrides: v.array(v.strictObject({ user_id: id, sales: count, base: money, amount: money })),
});

const terms = v.strictObject({
  default_split: percent,
  vendor_splits,
  category_splits,
  tiers: v.nullable(tiers),
  overrides,
});

const split = v.nullable(percent);

/** What another application of a person's terms would change. */
const again = v.strictObject({
  count,
  before: money,
  after: money,
  expected: v.string(),
  rows: v.array(
    v.strictObject({
      sales_id: id,
      kind: v.picklist(['vendor', 'service_fee', 'penalty', 'volume_bonus']),
      /** Of a sale that somebody else sold. */
      shared: v.boolean(),
      booking_reference: text,
      customer: v.string(),
      vendor_name: v.string(),
      day,
      split_before: percent,
      split_after: percent,
      amount_before: money,
      amount_after: money,
    }),
  ),
});

/** Which split a sale would have, and what each of the rules says. */
const tried = v.strictObject({
  split: percent,
  by: v.picklist(['vendor', 'category', 'tier', 'default']),
  vendor: split,
  category: split,
  tier: split,
  default: split,
  amount: v.nullable(money),
  split_parts: v.nullish(splitParts),
  version: v.nullable(count),
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
  save_agreement: { args: { terms }, answer: command({}) },
  get_agreement: { answer: v.nullable(agreement) },
  preview_terms_again: { answer: v.nullable(again) },
  apply_terms_again: { answer: command({ changed: count }) },
  try_terms: { answer: v.nullable(tried) },
  end_member_sessions: { answer: command({ ended: count }) },
  transfer_ownership: { answer: command({}) },
  // How many open sales somebody else took over.
  set_member_active: { answer: command({ reassigned: count }) },
  renew_invitation: { answer: command({}) },
  revoke_invitation: { answer: command({}) },
} satisfies DatabaseContract;
