import {
  LIMITS,
  MESSAGES,
  optionalEmail,
  optionalPhone,
  optionalText,
  optionalWebsite,
  percentInput,
  percentText,
  requiredText,
} from '@paperplane/shared/domain';
import * as v from 'valibot';
import type { FormSpec, FormTexts } from '../parts/record-form-spec';
import type { Vendor, VendorInput } from '../vendors-api';

/** The vendor form: what is asked, and what each field may hold. */
export const vendorForm: FormSpec<VendorInput> = {
  sections: [
    {
      title: 'Company',
      hint: 'As on their confirmations and statements.',
      fields: [
        { name: 'name', label: 'Name', autoComplete: 'off', wide: true },
        {
          name: 'website',
          label: 'Website',
          // Not type="url": the browser would refuse example.com, which we complete ourselves.
          optional: true,
          autoComplete: 'off',
          placeholder: 'example.com',
          wide: true,
        },
      ],
    },
    {
      title: 'Contact',
      hint: 'Who answers when a booking needs a change.',
      fields: [
        { name: 'email', label: 'Email', kind: 'email', optional: true, autoComplete: 'off' },
        { name: 'phone', label: 'Phone', kind: 'tel', optional: true, autoComplete: 'off' },
      ],
    },
    {
      title: 'Commission',
      hint: 'A new sale starts with this rate.',
      fields: [
        {
          name: 'defaultCommissionRate',
          label: 'Default commission rate',
          kind: 'percent',
          optional: true,
          hint: 'Empty counts as 0%. It can be changed on each sale.',
        },
      ],
    },
    {
      title: 'Notes',
      hint: 'Visible to your team only.',
      fields: [
        {
          name: 'notes',
          label: 'Notes',
          kind: 'notes',
          optional: true,
          wide: true,
          placeholder: 'Terms, account numbers, who to ask for',
        },
      ],
    },
  ],
  schema: v.object({
    name: requiredText(MESSAGES.vendorName, LIMITS.name),
    website: optionalWebsite(),
    email: optionalEmail(),
    phone: optionalPhone(),
    defaultCommissionRate: v.pipe(
      percentText(),
      v.transform((rate) => rate ?? 0),
    ),
    notes: optionalText(LIMITS.notes),
  }),
};

/** The texts the form starts from; without a vendor all are empty. */
export const vendorTexts = (vendor?: Vendor): FormTexts => ({
  name: vendor?.name ?? '',
  website: vendor?.website ?? '',
  email: vendor?.email ?? '',
  phone: vendor?.phone ?? '',
  defaultCommissionRate: percentInput(vendor?.defaultCommissionRate),
  notes: vendor?.notes ?? '',
});
