import * as v from 'valibot';
import {
  command,
  count,
  day,
  fact,
  figure,
  id,
  moment,
  money,
  owed,
  page,
} from '@paperplane/shared/contract';
import { COMMISSION_STATUSES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

const text = v.nullable(v.string());
const named = v.strictObject({ id, name: v.string() });
const account = v.strictObject({ ...named.entries, last_four: text });
const status = v.picklist(['open', 'suggested', 'matched', 'set_aside']);
const certainty = v.picklist(['certain', 'likely', 'possible']);

/** A commission that can be, or is, part of a transaction. */
const commission = v.strictObject({
  commission_id: id,
  sale_id: id,
  booking_reference: v.string(),
  customer: v.string(),
  agent: v.string(),
  vendor: named,
  due_on: v.nullable(day),
  /** Of the commission; of a part, what the transaction pays of it. */
  amount: money,
  /** What is still open of it. */
  expected: money,
  status: v.picklist(COMMISSION_STATUSES),
  /** What an admin recorded as received before a deposit showed it; what was written off with it, and why. */
  recorded: v.nullable(v.strictObject({ amount: money, on: day, written_off: money, reason: text })),
});

/** A penalty or a volume bonus that can be, or is, part of a deposit. */
const other = v.strictObject({
  other_commission_id: id,
  kind: v.picklist(['penalty', 'volume_bonus']),
  /** Of the cancelled sale of a penalty. */
  booking_reference: text,
  vendor: named,
  period_start: v.nullable(day),
  period_end: v.nullable(day),
  due_on: v.nullable(day),
  amount: money,
  /** What is open of it without this transaction, or what was recorded by hand. */
  expected: money,
  /** An admin recorded it as received on this day, and no deposit explains that. */
  recorded_on: v.nullable(day),
  /** What this transaction pays of it. */
  placed: v.nullable(money),
});

/** A part of a match. */
const allocation = v.strictObject({
  ...commission.entries,
  write_off_amount: money,
  write_off_reason: text,
  /** The day that was recorded stays. */
  keep_day: v.boolean(),
  /** What else was recorded stays recorded. */
  rest: v.picklist(['received', 'open']),
});

const suggestion = v.strictObject({
  rank: count,
  kind: v.picklist(['single', 'set', 'short', 'over', 'recall', 'part']),
  certainty,
  parts: v.array(commission),
  /** Signals: positive weights speak for it, negative ones against it. */
  reasons: v.array(
    v.strictObject({
      code: v.string(),
      weight: v.number(),
      text: v.string(),
      /** Of `bank_says`: the reference that the bank's text names, and that is not the booking's. */
      reference: v.optional(v.string()),
      /** What its text says, as facts; missing in those of before. */
      params: v.optional(v.record(v.string(), v.unknown())),
    }),
  ),
  /** What is left of the transaction when its parts are placed. */
  difference: money,
});

const transaction = v.strictObject({
  id,
  booked_on: day,
  amount: money,
  text: v.string(),
  counterparty: text,
  category: v.nullable(v.picklist(['commission', 'recall', 'customer_payment', 'fee', 'transfer', 'other'])),
  status,
  certainty: v.nullable(certainty),
  group: v.nullable(v.picklist(['certain', 'review', 'none'])),
  unclaimed_amount: money,
  version: count,
  /** Where in the text something was recognised, what says most first: [from, length]. */
  marks: v.array(v.tuple([count, count])),
  /** Of a deposit that nothing explains: how many bookings its text says it pays, and how many its vendor has open. */
  lump: v.nullable(v.strictObject({ bookings: v.nullable(count), open: count })),
  /** How many others wait that have the same words, where no commission explains it; the sum and the days are of all. */
  alike: v.nullable(v.strictObject({ key: v.string(), count, amount: money, first_on: day, last_on: day })),
  /** The rule that set it aside, or said whose money it is. */
  rule_id: v.nullable(id),
  account,
  vendor: v.nullable(v.strictObject({ ...named.entries, logo_url: text })),
  suggestion: v.nullable(
    v.strictObject({ ...suggestion.entries, acceptable: v.boolean(), part_count: count }),
  ),
  /** Of a deposit that waits, and that no commission explains so well: what its vendor owes else of this amount. Likely, never certain. */
  other: v.nullable(other),
  matched: v.nullable(
    v.strictObject({
      part_count: count,
      at: v.nullable(moment),
      by: text,
      parts: v.array(commission),
      others: v.array(other),
    }),
  ),
});

/** Both directions are positive. */
const sum = v.strictObject({ count, amount: money, amount_in: money, amount_out: money });

const imported = v.strictObject({
  id,
  file_name: v.string(),
  format: v.picklist(['csv', 'ofx', 'qfx', 'qif', 'camt', 'mt940']),
  status: v.picklist(['running', 'done', 'cancelled', 'undone']),
  account,
  added: count,
  here: count,
  broken: count,
  created_at: moment,
  /** What a connection brought has its label in the place of a first name. */
  created_by: v.strictObject({ first_name: v.string(), last_name: v.string() }),
  connection_id: v.nullable(id),
  settled: count,
  paid_agents: count,
});

const remittance = v.strictObject({
  id,
  file_name: text,
  total: money,
  /** What the vendor kept back of it. */
  fee: money,
  /** Its total less the fee is the deposit. */
  fits: v.boolean(),
  /** It came before the deposit, and belongs to the vendor. */
  expected: v.boolean(),
  lines: v.array(
    v.strictObject({
      line: count,
      reference: text,
      name: text,
      amount: money,
      commission: v.nullable(commission),
    }),
  ),
});

/** Lines of a statement as a file says them; what is empty is left out. */
const sentLines = v.array(
  v.strictObject({
    line: count,
    reference: text,
    name: text,
    amount: v.string(),
    gross: v.optional(text),
    dates: v.optional(text),
    text: v.optional(text),
  }),
);
/** What the vendor kept back. */
const sentFees = v.array(v.strictObject({ line: count, text: v.string(), amount: v.string() }));
/** Rows of a file that are no bookings. */
const leftOut = v.array(
  v.strictObject({
    line: count,
    why: v.picklist(['text', 'head', 'sum', 'other_table', 'amount']),
    text: v.string(),
  }),
);
const statementStatus = v.picklist(['read', 'expected', 'matched', 'set_aside']);

/** What an import made of a decision: how many commissions it paid; of those before that was kept, nothing. */
const decisionDetails = v.looseObject({ placed: v.optional(v.nullable(count)) });

/** Agents that were paid: why something cannot be taken back. */
const paid = v.array(v.looseObject({ booking_reference: v.string(), agent: v.string() }));
const skipped = v.array(v.strictObject({ id, why: v.string(), ...fact.entries }));

/** What a rule sets aside, as a person does. */
const setAsideCategory = v.picklist(['customer_payment', 'fee', 'transfer', 'other']);
const direction = v.picklist(['in', 'out']);

/** A rule as it is sent; what is empty is left out. Amounts are without their sign. */
const sentRule = v.strictObject({
  payer: v.optional(v.string()),
  text_contains: v.optional(v.string()),
  amount_from: v.optional(v.string()),
  amount_to: v.optional(v.string()),
  direction: v.optional(direction),
  account_id: v.optional(id),
  category: v.optional(setAsideCategory),
  vendor_id: v.optional(id),
});

/** Transactions as somebody saw them. */
const seen = v.array(v.strictObject({ id, version: count }));

const matchPart = v.strictObject({
  /** One of the two. */
  commission_id: v.optional(id),
  other_commission_id: v.optional(id),
  amount: money,
  write_off: v.optional(money),
  reason: v.optional(v.string()),
  expected: v.optional(money),
  /** Of what an admin had recorded: what the deposit does not bring was received otherwise, or is open. */
  rest: v.optional(v.picklist(['received', 'open'])),
  keep_day: v.optional(v.boolean()),
});

/** A line of a file; what is empty is left out. */
const sentLine = v.strictObject({
  line: count,
  booked_on: v.string(),
  value_on: v.optional(v.string()),
  amount: v.string(),
  currency: v.optional(v.string()),
  text: v.string(),
  counterparty: v.optional(v.string()),
  reference: v.optional(v.string()),
  bank_id: v.optional(v.string()),
  /** Its number among lines of the file that are equal in all that identifies them. */
  twin: count,
});
const brokenLine = v.strictObject({ line: count, why: v.string() });

/** A connection with the part that is on its way; without one the five figures of the part are null. */
const connection = v.strictObject({
  id,
  provider: v.picklist(['simplefin', 'enable_banking']),
  label: v.string(),
  institution: text,
  state: v.picklist(['connecting', 'connected', 'syncing', 'needs_attention', 'disconnected']),
  /** Why the last try failed, or what needs attention; `provider_words`: what `words` say. */
  code: v.nullable(
    v.picklist([
      'reauthenticate',
      'payment_required',
      'forbidden',
      'not_found',
      'too_many',
      'slow',
      'unreachable',
      'wrong_answer',
      'too_large',
      'expired',
      'refused',
      'provider_words',
    ]),
  ),
  words: text,
  last_success_at: v.nullable(moment),
  /** How many lines were new then. */
  last_added: count,
  last_tried_at: v.nullable(moment),
  next_try_at: v.nullable(moment),
  expires_at: v.nullable(moment),
  part: v.nullable(count),
  parts: v.nullable(count),
  part_from: v.nullable(day),
  part_to: v.nullable(day),
  lines_so_far: v.nullable(count),
  /** By hand, within 24 hours. */
  syncs_left: count,
  disconnected_at: v.nullable(moment),
  disconnected_first_name: text,
  disconnected_last_name: text,
  version: count,
});
/** Accounts that a connection offers, of which nobody has said yet where they go. */
const accountsToLink = v.array(
  v.strictObject({
    provider_account_id: v.string(),
    name: v.string(),
    institution: text,
    kind: text,
    last_four: text,
    currency: v.string(),
    balance: v.nullable(money),
    balance_on: v.nullable(day),
    /** One of ours with the same number or name. */
    suggested_account_id: v.nullable(id),
  }),
);
const waitingConnection = v.strictObject({ ...connection.entries, accounts_to_link: accountsToLink });

/** What the bank's pages ask of the database. Amounts are in the organization's currency. */
export const contract = {
  get_bank_inbox: {
    answer: page(transaction, {
      groups: v.strictObject({
        certain: v.optional(sum),
        review: v.optional(sum),
        none: v.optional(sum),
      }),
      counts: v.strictObject({
        review: count,
        matched: count,
        unclaimed: count,
        set_aside: count,
        all: count,
      }),
      /** Of the same view and filters: money in and money out. Null of a whole list that grows with the years. */
      directions: v.nullable(v.strictObject({ in: count, out: count })),
      strip: v.strictObject({
        review: v.strictObject({ count, amount_in: money, amount_out: money }),
        matched: v.strictObject({ ...figure.entries, amount_before: money }),
        unclaimed: v.strictObject({ ...figure.entries, oldest_on: v.nullable(day) }),
        overdue: v.strictObject({
          ...figure.entries,
          agents_paid: owed.entries.agents_paid,
          paid_short: owed.entries.paid_short,
          tracked_since: owed.entries.tracked_since,
          vendors: count,
        }),
      }),
      imports: v.array(imported),
    }),
  },
  get_bank_transaction: {
    answer: v.nullable(
      v.strictObject({
        transaction: v.strictObject({
          ...transaction.entries,
          value_on: v.nullable(day),
          reference: text,
          bank_id: text,
          payer_key: text,
          fee_amount: money,
        }),
        /** Among those to review; null for one that is settled. */
        position: v.nullable(
          v.strictObject({ index: count, count, previous_id: v.nullable(id), next_id: v.nullable(id) }),
        ),
        suggestions: v.array(suggestion),
        allocations: v.array(allocation),
        /** Open commissions of its vendor, those due first. */
        open: v.array(commission),
        /** What vendors owe beside commissions for sales, and what of that this deposit pays; those due nearest first. */
        others: v.array(other),
        remittance: v.nullable(remittance),
        decisions: v.array(
          v.strictObject({
            action: v.picklist(['match', 'accept', 'reject', 'set_aside', 'reopen', 'vendor', 'undo']),
            group_id: id,
            at: moment,
            by: text,
            details: decisionDetails,
          }),
        ),
      }),
    ),
  },
  find_open_commissions: { answer: v.strictObject({ rows: v.array(commission), count }) },
  list_bank_imports: { answer: v.strictObject({ rows: v.array(imported), count }) },

  accept_bank_suggestions: {
    args: { transactions: seen },
    /** While `more`, the rest is accepted at the next call, with this group. */
    answer: command({ group_id: id, accepted: v.array(id), skipped, more: v.boolean() }),
  },
  reject_bank_suggestion: { answer: command({ group_id: id, version: count }) },
  match_bank_transaction: {
    args: { parts: v.array(matchPart) },
    answer: command({ group_id: id, version: count }),
  },
  set_aside_bank_transactions: {
    args: { transactions: seen },
    answer: command({ group_id: id, set_aside: v.array(id), skipped }),
  },
  list_bank_rules: {
    answer: v.array(
      v.strictObject({
        id,
        is_active: v.boolean(),
        payer: text,
        text_contains: text,
        amount_from: v.nullable(money),
        amount_to: v.nullable(money),
        direction: v.nullable(direction),
        account: v.nullable(account),
        category: v.nullable(setAsideCategory),
        vendor: v.nullable(v.strictObject({ ...named.entries, logo_url: text })),
        created_by: text,
        /** How many lines it took, and the day of the last one. */
        applied: count,
        last_on: v.nullable(day),
        /** How many of those that wait it would take. */
        waiting: count,
        version: count,
      }),
    ),
  },
  preview_bank_rule: {
    args: { rule: sentRule },
    /** The latest 500 of them. */
    answer: v.strictObject({
      count,
      amount_in: money,
      amount_out: money,
      rows: v.array(
        v.strictObject({
          id,
          version: count,
          booked_on: day,
          text: v.string(),
          amount: money,
          /** Of a commission that would explain it. */
          certainty: v.nullable(certainty),
          account,
        }),
      ),
    }),
  },
  save_bank_rule: {
    args: { rule: sentRule },
    /** `waiting`: how many of what waits it would take. */
    answer: command({ id, version: count, waiting: count }),
  },
  switch_bank_rule: { answer: command({}) },
  order_bank_rules: { answer: command({}) },
  delete_bank_rule: { answer: command({}) },
  apply_bank_rule: {
    args: { transactions: seen },
    answer: command({ group_id: id, applied: v.array(id), skipped }),
  },
  reopen_bank_transaction: { answer: command({ group_id: v.optional(id), version: v.optional(count) }) },
  set_bank_vendor: { answer: command({ group_id: v.optional(id), version: count }) },
  undo_bank_decision: { answer: command({ undone: v.array(id), paid, more: v.boolean() }) },
  undo_bank_import: { answer: command({ removed: count, paid, more: v.boolean() }) },
  save_bank_remittance: {
    args: { lines: sentLines, fees: v.optional(sentFees) },
    answer: command({ remittance }),
  },
  delete_bank_remittance: { answer: command({}) },

  list_vendor_statements: {
    answer: v.strictObject({
      rows: v.array(
        v.strictObject({
          id,
          file_name: text,
          status: statementStatus,
          /** What is to come: its lines less the fee. */
          amount: money,
          created_at: moment,
          expected_on: v.nullable(day),
        }),
      ),
      count,
      /** Of the vendor's bookings: a file is read by them. */
      references: v.array(v.string()),
    }),
  },
  save_vendor_statement: {
    args: { lines: sentLines, fees: sentFees, left_out: leftOut },
    answer: command({ statement_id: id }),
  },
  set_vendor_statement: { answer: command({ version: count }) },
  set_statement_line: { answer: command({ version: count }) },
  get_vendor_statement: {
    answer: v.nullable(
      v.strictObject({
        id,
        vendor: named,
        file_name: text,
        document_id: v.nullable(id),
        status: statementStatus,
        version: count,
        total: money,
        fee: money,
        fees: sentFees,
        left_out: leftOut,
        expected_on: v.nullable(day),
        /** A file that somebody gave, or the statement mailbox. */
        source: v.picklist(['file', 'mailbox']),
        created_at: moment,
        created_by: text,
        /** What came for it: matched, or waiting in the inbox. */
        deposit: v.nullable(
          v.strictObject({ id, amount: money, booked_on: day, text: v.string(), matched: v.boolean() }),
        ),
        lines: v.array(
          v.strictObject({
            kind: v.picklist(['agrees', 'other', 'missing', 'received', 'unlisted']),
            /** Null for what the vendor does not list, as are the next six. */
            line: v.nullable(count),
            reference: text,
            name: text,
            dates: text,
            gross: v.nullable(money),
            text,
            amount: v.nullable(money),
            /** What is open of the commission. */
            ours: v.nullable(money),
            commission: v.nullable(commission),
          }),
        ),
      }),
    ),
  },

  get_mailbox: {
    answer: v.strictObject({
      /** Null where this installation receives no mail. */
      address: text,
      renewed_at: v.nullable(moment),
      renewed_by: text,
      /** Senders whose mails wait for a word. */
      waiting: v.array(
        v.strictObject({
          address: v.string(),
          name: v.string(),
          count,
          latest_at: moment,
          subjects: v.array(v.string()),
          /** False: the mail service says that one of them does not come from this address. */
          proven: v.boolean(),
          /** Whose address it seems to be. */
          vendor: v.nullable(named),
        }),
      ),
      /** What was said of senders; without a vendor they are never read. */
      senders: v.array(
        v.strictObject({ address: v.string(), vendor: v.nullable(named), said_at: moment, said_by: text }),
      ),
      /** The last fifty. */
      mails: v.array(
        v.strictObject({
          id,
          sender: v.string(),
          sender_name: v.string(),
          subject: v.string(),
          received_at: moment,
          state: v.picklist(['stored', 'waiting', 'reading', 'done', 'refused']),
          code: text,
          params: v.record(v.string(), v.unknown()),
          vendor: v.nullable(named),
          parts: v.array(
            v.strictObject({
              number: count,
              file_name: v.string(),
              state: v.picklist(['reading', 'read', 'to_read', 'kept', 'refused']),
              code: text,
              params: v.record(v.string(), v.unknown()),
              document_id: v.nullable(id),
              statement_id: v.nullable(id),
            }),
          ),
        }),
      ),
    }),
  },
  renew_mailbox_token: { answer: command({}) },
  answer_waiting_mail: { answer: command({}) },
  forget_mail_sender: { answer: command({}) },
  list_mailed_statements: {
    answer: v.array(
      v.strictObject({ id, file_name: v.string(), version_id: id, path: v.string(), received_at: moment }),
    ),
  },
  read_mailed_statement: {
    args: { lines: sentLines, fees: sentFees, left_out: leftOut },
    answer: command({ statement_id: id }),
  },
  keep_mailed_document: { answer: command({}) },

  list_bank_accounts: {
    answer: v.array(
      v.strictObject({
        ...account.entries,
        institution: text,
        currency: v.string(),
        /** The last day that is here. */
        through: v.nullable(day),
        has_mapping: v.boolean(),
        archived_at: v.nullable(moment),
        open_count: count,
        version: count,
      }),
    ),
  },
  get_bank_accounts_page: {
    answer: v.strictObject({
      /** The days shown. */
      range: v.strictObject({ from: day, to: day }),
      totals: v.strictObject({
        balance: money,
        balance_count: count,
        review_in_amount: money,
        review_in_count: count,
        review_out_amount: money,
        review_out_count: count,
        gap_days: count,
        gap_accounts: count,
        next_sync_at: v.nullable(moment),
        syncs_left: count,
      }),
      accounts: v.array(
        v.strictObject({
          ...account.entries,
          institution: text,
          kind: text,
          currency: v.string(),
          version: count,
          archived_at: v.nullable(moment),
          open_count: count,
          has_mapping: v.boolean(),
          balance: v.nullable(money),
          balance_on: v.nullable(day),
          last_file: v.nullable(
            v.strictObject({ at: moment, first_name: v.string(), last_name: v.string(), added: count }),
          ),
          /** Within the days shown, in their order; what is in none of them is neither here nor missed. */
          spans: v.array(
            v.strictObject({
              from: day,
              to: day,
              kind: v.picklist(['here', 'gap', 'on_its_way', 'later']),
            }),
          ),
          /** Those that reach into the days shown, as a whole. */
          gaps: v.array(v.strictObject({ from: day, to: day, days: count })),
          line_count: count,
          connection: v.nullable(connection),
        }),
      ),
      waiting: v.array(waitingConnection),
      questions: v.array(
        v.strictObject({
          id,
          kind: v.picklist(['gone', 'changed']),
          transaction_id: id,
          account_id: id,
          booked_on: day,
          text: v.string(),
          amount: money,
          /** Of one that changed: what the bank says now. */
          new_amount: v.nullable(money),
          new_on: v.nullable(day),
          is_matched: v.boolean(),
        }),
      ),
    }),
  },
  begin_bank_connection: { answer: command({ connection_id: id }) },
  get_bank_connection: { answer: v.nullable(waitingConnection) },
  link_bank_accounts: {
    args: {
      links: v.array(
        v.strictObject({
          provider_account_id: v.string(),
          /** One of these three. */
          account_id: v.optional(v.nullable(id)),
          new_name: v.optional(v.nullable(v.string())),
          left_out: v.optional(v.boolean()),
        }),
      ),
    },
    answer: command({ connection_id: id }),
  },
  sync_bank_connection: {
    /** How often it may be synced by hand until tomorrow. */
    answer: command({ left: count }),
  },
  stop_bank_sync: { answer: command({}) },
  disconnect_bank_connection: { answer: command({}) },
  answer_bank_question: { answer: command({}) },
  save_bank_account: {
    args: {
      account: v.strictObject({
        name: v.string(),
        institution: v.string(),
        last_four: v.string(),
      }),
    },
    answer: command({ id }),
  },
  recognize_bank_account: {
    answer: v.strictObject({
      account_id: v.nullable(id),
      /** As it was saved; may not fit any more. */
      mapping: v.unknown(),
      earlier: v.nullable(
        v.strictObject({ created_at: moment, added: count, first_name: v.string(), last_name: v.string() }),
      ),
    }),
  },
  preview_bank_lines: {
    args: { lines: v.array(sentLine) },
    answer: v.strictObject({
      lines: v.array(
        v.strictObject({
          line: count,
          verdict: v.picklist(['new', 'here', 'broken']),
          /** The same, for deployed remotes. */
          fate: v.picklist(['new', 'here', 'broken']),
          why: text,
          code: v.nullable(fact.entries.code),
          params: v.nullable(fact.entries.params),
          /** It has an equal in the file; both are kept. */
          twin: v.boolean(),
          /** New, although the account has the same day and amount from a file of another format. */
          similar: v.boolean(),
        }),
      ),
      counts: v.strictObject({ new: count, here: count, broken: count }),
    }),
  },
  begin_bank_import: {
    args: {
      mapping: v.record(v.string(), v.unknown()),
      /** What the file says that stood on the account at the end of `balance_on`; neither where it says none. */
      balance: v.optional(money),
      balance_on: v.optional(day),
    },
    answer: v.strictObject({ import_id: id }),
  },
  import_bank_lines: {
    args: { lines: v.array(sentLine) },
    answer: v.strictObject({
      added: count,
      here: count,
      broken: v.array(v.strictObject({ ...brokenLine.entries, ...fact.entries })),
    }),
  },
  finish_bank_import: {
    args: { broken_lines: v.array(brokenLine) },
    /** While `more`, matching goes on at the next call. */
    answer: v.strictObject({
      more: v.boolean(),
      status: v.picklist(['running', 'done', 'cancelled', 'undone']),
      added: count,
      here: count,
      broken: count,
      accepted: count,
      groups: v.strictObject({
        certain: v.optional(sum),
        review: v.optional(sum),
        none: v.optional(sum),
        set_aside: v.optional(sum),
        matched: v.optional(sum),
      }),
    }),
  },
} satisfies DatabaseContract;
