import { command, count, day, id, moment, money, page } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import * as v from 'valibot';

const text = v.nullable(v.string());
const scheme = v.picklist(['none', 'us', 'eu']);
const numberKind = v.picklist(['ssn', 'ein', 'vat', 'national']);
const vatStatus = v.picklist(['registered', 'small_business', 'reverse_charge']);
const rate = v.nullable(v.number());
const taxKind = v.picklist(['individual', 'business']);

/** Federal tax classification, as line 3a of Form W-9 has it, and who is exempt by line 4. */
const taxClass = v.picklist([
  'individual',
  'partnership',
  'trust',
  'c_corporation',
  's_corporation',
  'llc_partnership',
  'llc_c_corporation',
  'llc_s_corporation',
  'exempt',
]);

const address = {
  street: v.string(),
  city: v.string(),
  region: text,
  postal_code: v.string(),
  country: v.string(),
};

/** All of an agent's details but the number. */
const details = v.nullable(
  v.strictObject({
    kind: taxKind,
    /** Of agencies in the US. */
    tax_class: v.nullable(taxClass),
    legal_name: v.string(),
    ...address,
    number_kind: numberKind,
    last_four: v.string(),
    vat_status: v.nullable(vatStatus),
    vat_rate: rate,
    updated_at: moment,
  }),
);

/** Names and addresses as they are typed; the database judges them. */
const typed = {
  legal_name: v.string(),
  street: v.string(),
  city: v.string(),
  region: v.string(),
  postal_code: v.string(),
  country: v.string(),
};

const party = { legal_name: v.string(), ...address };

const threshold = v.strictObject({
  amount: money,
  source: v.string(),
  usual_amount: money,
  usual_source: v.string(),
  is_usual: v.boolean(),
});

const person = v.strictObject({
  id,
  first_name: v.string(),
  last_name: v.string(),
  avatar_url: text,
  is_active: v.boolean(),
  /** In the year. */
  paid: money,
  /** Of it by card, which the card company reports. */
  by_card: money,
  state: v.picklist(['below', 'missing', 'exempt', 'ready', 'exported', 'changed']),
  exported_amount: v.nullable(money),
  exported_at: v.nullable(moment),
  is_whole: v.boolean(),
  details,
  asked_at: v.nullable(moment),
});

const vatSums = { net: money, vat: money, gross: money };

/** What every view of a note says. */
const note = {
  id,
  label: v.string(),
  kind: v.picklist(['note', 'counter']),
  agent_id: id,
  issued_on: day,
  paid_on: day,
  vat_status: vatStatus,
  /** Percent. */
  vat_rate: rate,
  ...vatSums,
  currency: v.string(),
  /** Of a counter note: the number of the note it takes back. */
  counters: text,
  /** The number of the payout's statement; null of a single payment. */
  statement: text,
};

/** What the page of tax forms, and agents about themselves, ask of the database. */
export const contract = {
  get_tax_year: {
    answer: v.strictObject({
      year: count,
      this_year: count,
      settings: v.strictObject({
        scheme,
        legal_name: text,
        tax_number: text,
        street: text,
        city: text,
        region: text,
        postal_code: text,
        country: text,
        state_number: text,
        notes_from: v.nullable(day),
      }),
      threshold,
      people: v.array(person),
      sums: v.strictObject({
        reported: count,
        amount: money,
        ready: count,
        missing: count,
        changed: count,
        /** Who reaches the threshold and is not reported. */
        exempt: count,
      }),
      exports: v.array(
        v.strictObject({
          id,
          scope: v.picklist(['all', 'changed']),
          at: moment,
          by: v.string(),
          forms: count,
        }),
      ),
      notes_waiting: count,
    }),
  },
  save_tax_settings: {
    args: {
      settings: v.strictObject({
        scheme,
        ...v.partial(v.strictObject(typed)).entries,
        tax_number: v.optional(v.string()),
        state_number: v.optional(v.string()),
        notes_from: v.optional(v.nullable(day)),
      }),
    },
    answer: command({}),
  },
  set_tax_threshold: { answer: command({}) },
  save_tax_details: {
    args: {
      details: v.strictObject({
        /** In the EU; in the US the classification says it. */
        kind: v.optional(taxKind),
        tax_class: v.optional(taxClass),
        ...typed,
        number_kind: numberKind,
        number: v.string(),
        vat_status: v.optional(vatStatus),
        vat_rate: v.optional(v.nullable(v.string())),
      }),
    },
    answer: command({}),
  },
  get_my_tax_details: {
    /** Null where the agency makes no tax forms. */
    answer: v.nullable(
      v.strictObject({ scheme, details, is_whole: v.boolean(), asked_at: v.nullable(moment), notes: count }),
    ),
  },
  ask_for_tax_details: { answer: command({ asked: count }) },
  /** What it is read by, once it is written down who asked. */
  request_tax_number: { answer: id },
  read_tax_number: { answer: v.string() },
  request_tax_file: { answer: id },
  read_tax_file: {
    answer: v.strictObject({
      year: count,
      scope: v.picklist(['all', 'changed']),
      payer: v.strictObject({
        ...party,
        tax_number: v.string(),
        state_number: text,
        phone: text,
        email: text,
      }),
      forms: v.array(
        v.strictObject({
          agent_id: id,
          kind: taxKind,
          ...party,
          number_kind: numberKind,
          number: v.string(),
          amount: money,
          /** An earlier file said something else. */
          is_correction: v.boolean(),
        }),
      ),
      left: v.array(v.strictObject({ agent_id: id, name: v.string(), paid: money })),
    }),
  },
  write_credit_notes: { answer: command({ written: count }) },
  list_credit_notes: {
    answer: page(
      v.strictObject({ ...note, agent: v.string(), legal_name: v.string(), number: v.string() }),
      vatSums,
    ),
  },
  get_credit_note: {
    /** Null when there is none that the caller may read. */
    answer: v.nullable(
      v.strictObject({
        ...note,
        statement_id: v.nullable(id),
        note_id: v.nullable(id),
        agency: v.strictObject({ ...party, tax_number: v.string() }),
        agent: v.strictObject({ ...party, number_kind: numberKind, number: v.string() }),
        countered_by: v.nullable(v.strictObject({ id, label: v.string(), issued_on: day })),
      }),
    ),
  },
} satisfies DatabaseContract;

export type TaxContract = typeof contract;
