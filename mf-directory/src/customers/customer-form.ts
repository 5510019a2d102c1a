import {
  LIMITS,
  MESSAGES,
  optionalEmail,
  optionalPhone,
  optionalText,
  requiredText,
} from '@paperplane/shared/domain';
import * as v from 'valibot';
import type { Customer, CustomerInput } from '../customers-api';
import type { FormSpec, FormTexts } from '../parts/record-form-spec';

/** The customer form: what is asked, and what each field may hold. */
export const customerForm: FormSpec<CustomerInput> = {
  sections: [
    {
      title: 'Name',
      hint: 'As in the passport, so that bookings match.',
      fields: [
        { name: 'firstName', label: 'First name', autoComplete: 'off' },
        { name: 'lastName', label: 'Last name', autoComplete: 'off' },
      ],
    },
    {
      title: 'Contact',
      hint: 'How you reach them before and during the trip.',
      fields: [
        { name: 'email', label: 'Email', kind: 'email', optional: true, autoComplete: 'off' },
        { name: 'phone', label: 'Phone', kind: 'tel', optional: true, autoComplete: 'off' },
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
          placeholder: 'Wishes, allergies, who travels along',
        },
      ],
    },
  ],
  schema: v.object({
    firstName: requiredText(MESSAGES.firstName, LIMITS.personName),
    lastName: requiredText(MESSAGES.lastName, LIMITS.personName),
    email: optionalEmail(),
    phone: optionalPhone(),
    notes: optionalText(LIMITS.notes),
  }),
};

/** The texts the form starts from; without a customer all are empty. */
export const customerTexts = (customer?: Customer): FormTexts => ({
  firstName: customer?.firstName ?? '',
  lastName: customer?.lastName ?? '',
  email: customer?.email ?? '',
  phone: customer?.phone ?? '',
  notes: customer?.notes ?? '',
});
