import * as v from 'valibot';
import { PAYMENT_BASES, VENDOR_CATEGORIES } from '../domain';
import { count, day } from './parts';

const text = v.nullable(v.string());

/** An address; the country as ISO 3166-1 alpha-2. */
const address = {
  address_line_1: text,
  address_line_2: text,
  city: text,
  region: text,
  postal_code: text,
  country: text,
};

/** What the form of a vendor writes. Its logo is a file of its own. */
export const vendorInput = v.strictObject({
  name: v.string(),
  category: v.picklist(VENDOR_CATEGORIES),
  website: text,
  email: text,
  phone: text,
  /** Who answers at the vendor. */
  contacts: v.array(v.strictObject({ name: v.string(), role: text, email: text, phone: text })),
  ...address,
  account_number: text,
  /** Percent, 0 to 100: what a new sale starts with. */
  default_commission_rate: v.number(),
  /** Without days nothing is agreed. */
  expected_payment_days: v.nullable(count),
  expected_payment_basis: v.picklist(PAYMENT_BASES),
  /** The name as it appears on bank statements. */
  aliases: v.array(v.string()),
  notes: text,
});

/** E-mails or phones beside the first one; the label says which: "Work". */
const entries = v.array(v.strictObject({ label: v.optional(text), value: v.string() }));
const number = v.optional(text);

/** What the form of a customer writes. */
export const customerInput = v.strictObject({
  first_name: v.string(),
  last_name: v.string(),
  birthday: v.nullable(day),
  email: text,
  phone: text,
  more_emails: entries,
  more_phones: entries,
  ...address,
  emergency_name: text,
  emergency_phone: text,
  emergency_relation: text,
  tags: v.array(v.string()),
  /** What is not known is left out. */
  preferences: v.partial(
    v.strictObject({
      seat: v.string(),
      cabin: v.string(),
      meal: v.string(),
      room: v.string(),
      mobility: v.string(),
      allergies: v.string(),
      interests: v.string(),
      notes: v.string(),
      /** Frequent-flyer programs. */
      airlines: v.array(v.strictObject({ airline: v.string(), number })),
      /** Guest programs. */
      hotels: v.array(v.strictObject({ program: v.string(), number })),
    }),
  ),
  notes: text,
});
