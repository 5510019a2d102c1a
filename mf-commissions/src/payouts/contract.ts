import * as v from 'valibot';
import {
  command,
  count,
  day,
  figure,
  id,
  moment,
  money,
  noteFact,
  page,
  person,
  shareFact,
} from '@paperplane/shared/contract';
import { PAYOUT_STATUSES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

const text = v.nullable(v.string());
const bankKind = v.picklist(['us', 'iban']);
const lineKind = v.picklist(['commission', 'bonus', 'correction', 'recall', 'returned']);
const payee = v.strictObject({ ...person.entries, avatar_url: text });
const account = v.strictObject({
  kind: bankKind,
  holder_name: v.string(),
  last_four: v.string(),
  updated_at: moment,
});
const paymentVoid = v.strictObject({ voided_on: day, reason: v.string(), by: v.string() });
const agentsFigure = v.strictObject({ ...figure.entries, agents: count });

/** Where a payout stands; `status` is how deployed remotes of before know it. */
const standing = {
  state: v.picklist(PAYOUT_STATUSES),
  status: v.picklist(['draft', 'approved', 'paid', 'discarded']),
};

/** Money is what its lines say; `amount` is what is paid. */
const payout = v.strictObject({
  id,
  name: v.string(),
  ...standing,
  planned_on: v.nullable(day),
  paid_on: v.nullable(day),
  discarded_at: v.nullable(moment),
  version: count,
  by: v.nullable(payee),
  /** Who gets something. */
  agents: count,
  commissions: count,
  commission_amount: money,
  adjustment_amount: money,
  /** From payouts before, 0 or less. */
  carried_in: money,
  /** To the next one, 0 or less. */
  carried_out: money,
  amount: money,
});

/** What is told of a share beside a seller's, or of an override. */
const shareFacts = {
  /** What the line is; `kind` is how deployed remotes of before know it: commission, or correction. */
  part: v.optional(v.picklist(['share', 'override'])),
  share_fact: v.optional(shareFact),
  share_id: v.optional(id),
  sales_id: v.optional(id),
  role: v.optional(
    v.picklist(['seller', 'co_seller', 'referral', 'override', 'override_charge', 'tier_correction']),
  ),
  /** Of the commission, or what an override is of its base. */
  percent: v.optional(v.number()),
  base: v.optional(v.picklist(['gross', 'agency', 'agent'])),
  taken_from: v.optional(v.picklist(['agency', 'agent'])),
  commission_kind: v.optional(v.picklist(['vendor', 'service_fee', 'penalty', 'volume_bonus'])),
  /** Of what tiers corrected: the first day of their year. */
  since: v.optional(day),
};

/** What a commission is called where it is paid; nulls of what is none. */
const paidCommission = {
  booking_reference: text,
  customer: text,
  vendor: text,
  received_on: v.nullable(day),
  commission: v.nullable(money),
  /** Percent. */
  split: v.nullable(v.number()),
};

const line = {
  kind: lineKind,
  amount: money,
  note: text,
  /** Null where somebody wrote the note; not in statements of before there were codes. */
  note_fact: v.optional(v.nullable(noteFact)),
  commission_id: v.nullable(id),
  ...paidCommission,
  ...shareFacts,
};

const payoutLine = v.strictObject({
  ...line,
  id,
  agent_id: id,
  transaction_id: v.nullable(id),
  /** Of a commission, told to admins: the vendor has paid it in full. */
  funded: v.optional(v.boolean()),
  /** When the vendor is expected to pay; told with `funded`. */
  due_on: v.optional(v.nullable(day)),
});

const held = v.strictObject({
  ...paidCommission,
  ...shareFacts,
  /** Of a share of another commission its id. */
  commission_id: id,
  agent_id: id,
  amount: money,
  reason: v.string(),
  held_at: moment,
  held_by: v.string(),
});

const payoutAgent = v.strictObject({
  ...payee.entries,
  commissions: money,
  adjustments: money,
  carried_in: money,
  carried_out: money,
  amount: money,
  /** Once it is paid. */
  statement_id: v.nullable(id),
  /** Null: not by the payment file (paysByCheck). */
  account: v.nullable(account),
  /** The payment came back. */
  void: v.nullable(paymentVoid),
});

/** Why a commission cannot be paid any more, as a code; its words: `shared/words`. */
const unpayable = { code: v.string(), params: v.strictObject({ amount: v.optional(money) }) };

/** Why a payout was not paid on its day. */
const failure = {
  code: v.picklist(['commissions_unpayable', 'not_recorded']),
  params: v.strictObject({
    count: v.optional(count),
    /** The first ones. */
    problems: v.optional(v.array(v.strictObject({ booking_reference: v.string(), ...unpayable }))),
    error: v.optional(v.string()),
  }),
};

/** A line as the history keeps it, whatever became of it. */
const toldLine = v.strictObject({
  kind: lineKind,
  part: v.optional(v.picklist(['share', 'override'])),
  amount: money,
  agent: v.string(),
  agent_id: id,
  commission_id: v.optional(id),
  share_id: v.optional(id),
  booking_reference: v.optional(v.string()),
  note: v.optional(v.string()),
  note_fact: v.optional(noteFact),
  reason: v.optional(v.string()),
  /** What `reason` says; not of before there were codes. */
  code: v.optional(unpayable.code),
  params: v.optional(unpayable.params),
});

/** Something that was done to a payout, as it was told then. */
const change = v.strictObject({
  action: v.picklist([
    'started',
    'collected',
    'removed',
    'held',
    'released',
    'adjusted',
    'adjustment_removed',
    'added',
    'voided',
    'approved',
    'handed_over',
    'scheduled',
    'not_paid',
    'reopened',
    'discarded',
    'paid',
  ]),
  details: v.strictObject({
    commissions: v.optional(count),
    adjustments: v.optional(count),
    /** How many; `items` has the first ones. */
    lines: v.optional(count),
    items: v.optional(v.array(toldLine)),
    commission_id: v.optional(id),
    share_id: v.optional(id),
    booking_reference: v.optional(v.string()),
    reason: v.optional(v.string()),
    /** What `reason` says where the payout was not paid; not of before there were codes. */
    code: v.optional(failure.code),
    params: v.optional(failure.params),
    agent_id: v.optional(id),
    agent: v.optional(v.string()),
    kind: v.optional(lineKind),
    amount: v.optional(money),
    note: v.optional(v.string()),
    note_fact: v.optional(v.nullable(noteFact)),
    planned_on: v.optional(day),
    /** What was taken back to a draft, and whether the bank has its file. */
    from: v.optional(v.picklist(PAYOUT_STATUSES)),
    bank_has_it: v.optional(v.boolean()),
    by_itself: v.optional(v.boolean()),
  }),
  at: moment,
});

/** Why a line cannot be paid any more. */
const problem = v.strictObject({
  line_id: id,
  /** Of a share of another commission its id. */
  commission_id: id,
  share_id: v.optional(id),
  booking_reference: v.string(),
  agent: v.string(),
  ...unpayable,
  /** The same in English, of a code that this version does not know. */
  problem: v.string(),
});

const waiting = v.strictObject({
  obstacle: v.picklist(['held', 'travel', 'vendor', 'customer', 'later']),
  ...figure.entries,
  /** The first 50. */
  rows: v.array(
    v.strictObject({
      ...paidCommission,
      ...shareFacts,
      commission: v.optional(money),
      split: v.optional(v.number()),
      /** Of a share of another commission its id. */
      commission_id: id,
      amount: money,
      due_on: v.nullable(day),
      travel_date: v.nullable(day),
      return_date: v.nullable(day),
      reason: text,
      held_by: text,
    }),
  ),
});

const statementRow = v.strictObject({
  id,
  number: v.string(),
  /** Name of the payout. */
  payout: v.string(),
  paid_on: day,
  amount: money,
  carried_out: money,
  /** Null of a payment that stands. */
  voided_on: v.nullable(day),
});

/** Of a US account routing and account number, of others IBAN and perhaps BIC. */
const accountNumbers = {
  routing_number: v.optional(v.string()),
  account_number: v.optional(v.string()),
  account_type: v.optional(v.picklist(['checking', 'savings'])),
  iban: v.optional(v.string()),
  bic: v.optional(v.string()),
};

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

/** What payouts ask of the database. */
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
  get_payout: {
    answer: v.nullable(
      v.strictObject({
        payout: v.strictObject({
          ...payout.entries,
          currency: v.string(),
          created_at: moment,
          approved_at: v.nullable(moment),
          paid_at: v.nullable(moment),
          reference: text,
          created_by: v.string(),
          approved_by: text,
          /** Who said that it is paid on its planned day, and when. */
          scheduled_by: text,
          scheduled_at: v.nullable(moment),
          /** Why it was not paid on that day. */
          schedule_problem: text,
          /** The same as a code; not of before there were codes. */
          schedule_failure: v.nullable(v.strictObject(failure)),
          /** Of deployed remotes of before; `file` says more. */
          file_read_at: v.nullable(moment),
          /** The payment file that was told last since it was approved; which one is null where it was not said. */
          file: v.nullable(
            v.strictObject({
              format: v.nullable(v.picklist(['csv', 'nacha', 'pain'])),
              at: moment,
              by: text,
            }),
          ),
          /** Somebody else has to approve it. */
          needs_other_person: v.boolean(),
        }),
        /** Of a draft that a second person approves: who could, and the changes that keep them from it, the latest first. */
        approvers: v.nullable(
          v.array(v.strictObject({ ...payee.entries, can_approve: v.boolean(), changes: v.array(change) })),
        ),
        agents: v.array(payoutAgent),
        lines: v.array(payoutLine),
        /** What vendors have not paid of it, the agents' share. */
        unfunded: figure,
        held: v.array(held),
        /** Of a draft: what is not in it. */
        open: v.nullable(v.strictObject({ travel: figure, collectable: figure })),
        problems: v.array(problem),
        /** The account payouts are paid from. */
        sender: v.nullable(account),
        /** By nobody: by itself. */
        events: v.array(v.strictObject({ ...change.entries, by: text })),
      }),
    ),
  },
  collect_payout: { answer: command({ added: count }) },
  remove_payout_lines: { answer: command({}) },
  add_payout_lines: { answer: command({ added: count }) },
  hold_commission: { answer: command({}) },
  hold_payout_lines: { answer: command({ held: count }) },
  release_commission: { answer: command({}) },
  release_share: { answer: command({}) },
  void_statement_payment: { answer: command({ id }) },
  void_agent_payment: { answer: command({ id }) },
  add_payout_adjustment: { answer: command({ id }) },
  delete_payout_adjustment: { answer: command({}) },
  approve_payout: { answer: command({}) },
  hand_over_payout: { answer: command({}) },
  reopen_payout: { answer: command({}) },
  discard_payout: { answer: command({}) },
  pay_payout: {
    /** `checks`: numbers by agent. */
    args: { checks: v.record(v.string(), v.string()), reference: text },
    answer: command({
      state: v.picklist(PAYOUT_STATUSES),
      statements: count,
      planned_on: v.optional(v.nullable(day)),
    }),
  },
  request_payment_file: { answer: id },
  read_payment_file: {
    answer: v.strictObject({
      batch_id: id,
      /** Name of the payout. */
      name: v.string(),
      currency: v.string(),
      /** When it is, or was, paid; null when no day was chosen. */
      planned_on: v.nullable(day),
      kind: bankKind,
      sender: v.strictObject({
        ...accountNumbers,
        holder_name: v.string(),
        company_id: v.optional(v.string()),
      }),
      payments: v.array(
        v.strictObject({
          agent_id: id,
          /** Name on the account. */
          holder_name: v.string(),
          amount: money,
          numbers: v.strictObject(accountNumbers),
        }),
      ),
      /** Who gets something by this payout, but not by this file, and why. */
      left: v.array(
        v.strictObject({
          agent_id: id,
          name: v.string(),
          amount: money,
          code: v.string(),
          params: v.strictObject({}),
          /** The same in English, of a code that this version does not know. */
          reason: v.string(),
        }),
      ),
    }),
  },
  get_my_payouts: {
    answer: v.nullable(
      v.strictObject({
        /** The open payout; null where none is started. */
        payout: v.nullable(v.strictObject({ name: v.string(), ...standing, planned_on: v.nullable(day) })),
        /** What is not in a payout yet is no line and has no id. */
        lines: v.array(
          v.strictObject({
            ...line,
            id: v.nullable(id),
            agent_id: v.optional(id),
            transaction_id: v.optional(v.nullable(id)),
          }),
        ),
        carried_in: money,
        amount: money,
        carried_out: money,
        waiting: v.array(waiting),
        paid_this_year: money,
        statements: v.array(statementRow),
        statement_count: count,
        account: v.nullable(account),
      }),
    ),
  },
  list_statements: { answer: page(statementRow, {}) },
  get_statement: {
    answer: v.nullable(
      v.strictObject({
        id,
        agent_id: id,
        batch_id: id,
        created_at: moment,
        number: v.string(),
        /** Name of the payout. */
        payout: v.string(),
        currency: v.string(),
        /** Who pays, as it was when the statement was made; older ones know name and e-mail only. */
        agency: v.strictObject({
          name: v.string(),
          email: text,
          logo_url: v.optional(text),
          phone: v.optional(text),
          postal_address: v.optional(text),
          tax_number: v.optional(text),
          /** Whom to ask. */
          support_email: v.optional(text),
        }),
        agent: v.strictObject({ first_name: v.string(), last_name: v.string() }),
        /** Where it was paid; null: by check. */
        account: v.nullable(account),
        /** Commissions, and adjustments with their notes. */
        lines: v.array(v.strictObject({ ...line, funded: v.optional(v.boolean()) })),
        commission_amount: money,
        adjustment_amount: money,
        carried_in: money,
        carried_out: money,
        /** What was paid. */
        amount: money,
        paid_on: day,
        payment_method: v.string(),
        reference: text,
        paid_this_year: money,
        paid_last_year: money,
        /** It came back and was voided, since the statement was made. */
        void: v.nullable(paymentVoid),
        /** The payments it pays again, beside its sum: of a statement its number, of a single payment its booking. */
        returned: v.array(
          v.strictObject({
            number: text,
            booking_reference: text,
            paid_on: day,
            voided_on: day,
            amount: money,
          }),
        ),
      }),
    ),
  },
  save_bank_details: { args: { details: bankDetails }, answer: command({}) },
  delete_bank_details: { answer: command({}) },
  save_payout_account: { args: { details: bankDetails }, answer: command({}) },
} satisfies DatabaseContract;
