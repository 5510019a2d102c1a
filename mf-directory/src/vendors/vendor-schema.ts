import {
  isVisible,
  LIMITS,
  MESSAGES,
  optionalEmail,
  optionalPhone,
  optionalText,
  optionalWebsite,
  percentInput,
  percentText,
  requiredText,
  tooLong,
  PAYMENT_BASES,
  VENDOR_CATEGORIES,
} from '@paperplane/shared/domain';
import type { Path } from '@paperplane/shared/forms';
import type { RecordEditor, RecordRules } from '@paperplane/shared/records';
import * as v from 'valibot';
import { type Vendor, type TypedVendor, type VendorContact, type VendorInput } from './vendor';

/** A contact as typed. */
export type ContactTexts = Record<keyof VendorContact, string>;
export const NO_CONTACT: ContactTexts = { name: '', role: '', email: '', phone: '' };

/** What the form holds: everything as typed. */
export type VendorTexts = Record<Exclude<keyof VendorInput, 'contacts' | 'aliases'>, string> & {
  contacts: ContactTexts[];
  aliases: string[];
  /** As `TypedVendor` has it. */
  logo: string;
};

const contact = v.pipe(
  v.object({
    name: v.pipe(v.string(), v.trim(), v.maxLength(LIMITS.personName, tooLong(LIMITS.personName))),
    role: optionalText(LIMITS.personName),
    email: optionalEmail(),
    phone: optionalPhone(),
  }),
  v.forward(
    v.check(
      ({ name, role, email, phone }) => isVisible(name) || !(name || role || email || phone),
      MESSAGES.contactName,
    ),
    ['name'],
  ),
);

const days = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => text === '' || (/^\d{1,3}$/.test(text) && Number(text) <= LIMITS.paymentDaysMax),
    MESSAGES.paymentDays,
  ),
  v.transform((text) => (text === '' ? null : Number(text))),
);

/** From what is typed to what is saved. A contact nothing was typed for is left out. */
export const vendorSchema: v.GenericSchema<VendorTexts, TypedVendor> = v.object({
  logo: v.string(),
  name: requiredText(MESSAGES.vendorName, LIMITS.name),
  category: v.pipe(v.string(), v.picklist(VENDOR_CATEGORIES, MESSAGES.vendorCategory)),
  website: optionalWebsite(),
  email: optionalEmail(),
  phone: optionalPhone(),
  contacts: v.pipe(
    v.array(contact),
    v.transform((rows) => rows.filter(({ name }) => name !== '')),
  ),
  addressLine1: optionalText(LIMITS.addressLine),
  addressLine2: optionalText(LIMITS.addressLine),
  city: optionalText(LIMITS.city),
  region: optionalText(LIMITS.city),
  postalCode: optionalText(LIMITS.postalCode),
  country: optionalText(2),
  accountNumber: optionalText(LIMITS.accountNumber),
  defaultCommissionRate: v.pipe(
    percentText(),
    v.transform((rate) => rate ?? 0),
  ),
  expectedPaymentDays: days,
  expectedPaymentBasis: v.pipe(v.string(), v.picklist(PAYMENT_BASES)),
  aliases: v.array(v.string()),
  notes: optionalText(LIMITS.notes),
});

/** The fields an error can belong to, in the order of the form. */
export const VENDOR_FIELDS = [
  'logo',
  'name',
  'category',
  'website',
  'email',
  'phone',
  'contacts',
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
  'country',
  'accountNumber',
  'defaultCommissionRate',
  'expectedPaymentDays',
  'expectedPaymentBasis',
  'aliases',
  'notes',
] as const satisfies readonly Path<VendorTexts>[];

/** What the form starts from; without a vendor everything is empty. */
export const vendorTexts = (vendor?: Vendor): VendorTexts => ({
  logo: vendor?.logo ?? '',
  name: vendor?.name ?? '',
  category: vendor?.category ?? 'other',
  website: vendor?.website ?? '',
  email: vendor?.email ?? '',
  phone: vendor?.phone ?? '',
  contacts: (vendor?.contacts ?? []).map(({ name, role, email, phone }) => ({
    name,
    role: role ?? '',
    email: email ?? '',
    phone: phone ?? '',
  })),
  addressLine1: vendor?.addressLine1 ?? '',
  addressLine2: vendor?.addressLine2 ?? '',
  city: vendor?.city ?? '',
  region: vendor?.region ?? '',
  postalCode: vendor?.postalCode ?? '',
  country: vendor?.country ?? '',
  accountNumber: vendor?.accountNumber ?? '',
  defaultCommissionRate: percentInput(vendor?.defaultCommissionRate),
  expectedPaymentDays: vendor?.expectedPaymentDays?.toString() ?? '',
  expectedPaymentBasis: vendor?.expectedPaymentBasis ?? 'departure',
  aliases: vendor?.aliases ?? [],
  notes: vendor?.notes ?? '',
});

/** What the form of a vendor is, beside its fields. */
export const VENDOR_RULES: RecordRules<VendorTexts, TypedVendor> = {
  schema: vendorSchema,
  fields: VENDOR_FIELDS,
  shape: 1,
  sample: { ...vendorTexts(), contacts: [NO_CONTACT], aliases: [''] },
};

/** The state of the vendor form; a new logo waits in it for the save, and in its draft. */
export type VendorEditor = RecordEditor<VendorTexts, TypedVendor, Vendor>;
