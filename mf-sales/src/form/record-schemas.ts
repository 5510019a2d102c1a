import {
  LIMITS,
  MESSAGES,
  optionalEmail,
  optionalPhone,
  percentText,
  requiredText,
  typedPerson,
} from '@paperplane/shared/domain';
import * as v from 'valibot';

/** The rules of a customer, as the customer's own form has them. */
export const customerSchema = v.object({
  firstName: requiredText(MESSAGES.firstName, LIMITS.personName),
  lastName: requiredText(MESSAGES.lastName, LIMITS.personName),
  email: optionalEmail(),
  phone: optionalPhone(),
});

/** The rules of a vendor, as far as the dialog asks; an empty rate counts as 0. */
export const vendorSchema = v.object({
  name: requiredText(MESSAGES.vendorName, LIMITS.name),
  defaultCommissionRate: v.pipe(
    percentText(),
    v.transform((rate) => rate ?? 0),
  ),
  email: optionalEmail(),
});

export type CustomerTexts = v.InferInput<typeof customerSchema>;
export type CheckedCustomer = v.InferOutput<typeof customerSchema>;
export type VendorTexts = v.InferInput<typeof vendorSchema>;
export type CheckedVendor = v.InferOutput<typeof vendorSchema>;

/** What was searched for in vain, where it belongs: an address, or a name whose last word is the last name. */
export const customerTexts = (typed: string): CustomerTexts => ({ ...typedPerson(typed), phone: '' });
