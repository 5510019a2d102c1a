import type { RecordEditor, RecordRules } from '@paperplane/shared/records';
import type { Customer, CustomerInput } from '../customer';
import { customerSchema } from './customer-schema';
import { CUSTOMER_FIELDS, customerValues, type CustomerValues } from './customer-values';

const ENTRY = { label: '', value: '' };
const PROGRAM = { name: '', number: '' };

/** What the form of a customer is, beside its fields. */
export const CUSTOMER_RULES: RecordRules<CustomerValues, CustomerInput> = {
  schema: customerSchema,
  fields: CUSTOMER_FIELDS,
  shape: 2,
  sample: {
    ...customerValues(),
    moreEmails: [ENTRY],
    morePhones: [ENTRY],
    airlines: [PROGRAM],
    hotels: [PROGRAM],
    tags: [''],
  },
};

/** The state of the customer form. */
export type CustomerEditor = RecordEditor<CustomerValues, CustomerInput, Customer>;
