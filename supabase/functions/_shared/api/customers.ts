import * as v from 'valibot';
import { changes, country, id, paging, text, time, version } from './parts.ts';
import { list, one, add, change, type Resource } from './resource.ts';

/** Where somebody or something is reached. */
export const addressFields = {
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  address_line_1: v.nullable(v.string()),
  address_line_2: v.nullable(v.string()),
  city: v.nullable(v.string()),
  region: v.nullable(v.string()),
  postal_code: v.nullable(v.string()),
  country: v.nullable(country),
};

/** The same in a request. */
export const addressFieldsIn = {
  email: v.optional(v.nullable(text(254))),
  phone: v.optional(v.nullable(text(50))),
  address_line_1: v.optional(v.nullable(text(200))),
  address_line_2: v.optional(v.nullable(text(200))),
  city: v.optional(v.nullable(text(100))),
  region: v.optional(v.nullable(text(100))),
  postal_code: v.optional(v.nullable(text(20))),
  country: v.optional(v.nullable(country)),
};

/** A customer, as answers say it: how to reach them. Passports, birthdays, preferences and notes are not part of it. */
export const customer = v.strictObject({
  id,
  version,
  first_name: v.string(),
  last_name: v.string(),
  ...addressFields,
  tags: v.array(v.string()),
  archived: v.boolean(),
  merged_into: v.nullable(id),
  erased: v.boolean(),
  created_at: time,
  updated_at: time,
});

/** What lists of customers can be narrowed to. */
export const customersQuery = v.strictObject({ ...paging, ...changes, email: v.optional(text(254)) });

const tags = v.optional(v.pipe(v.array(text(40)), v.maxLength(20)));

/** A new customer. */
export const newCustomer = v.strictObject({
  first_name: text(100),
  last_name: text(100),
  ...addressFieldsIn,
  tags,
});

/** Changes of a customer: what is left out stays. */
export const customerChanges = v.strictObject({
  first_name: v.optional(text(100)),
  last_name: v.optional(text(100)),
  ...addressFieldsIn,
  tags,
});

/** What the API has of them. */
export const CUSTOMERS: Resource = {
  name: 'customers',
  about: 'Who travels or pays. Never passports or birthdays.',
  schemas: { customer, newCustomer, customerChanges },
  operations: [
    list('customers', '/customers', 'customers:read', customer, customersQuery),
    one('customer', '/customers', 'customers:read', customer, true),
    add('customer', '/customers', 'customers:write', newCustomer, customer),
    change('customer', '/customers', 'customers:write', customerChanges, customer),
  ],
};
