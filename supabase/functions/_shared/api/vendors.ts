import * as v from 'valibot';
import { addressFields, addressFieldsIn } from './customers.ts';
import { changes, id, paging, percentage, percentageIn, text, time, version } from './parts.ts';
import { list, one, add, change, type Resource } from './resource.ts';

const category = v.picklist([
  'cruise',
  'tour',
  'hotel',
  'resort',
  'air',
  'rail',
  'car',
  'ferry',
  'insurance',
  'other',
]);

/** A vendor, as answers say it. What the agency has agreed with it is not part of it. */
export const vendor = v.strictObject({
  id,
  version,
  name: v.string(),
  category,
  aliases: v.array(v.string()),
  website: v.nullable(v.string()),
  default_commission_rate: percentage,
  ...addressFields,
  archived: v.boolean(),
  created_at: time,
  updated_at: time,
});

/** What lists of vendors can be narrowed to. */
export const vendorsQuery = v.strictObject({ ...paging, ...changes, name: v.optional(text(200)) });

const changeable = {
  category: v.optional(category),
  aliases: v.optional(v.pipe(v.array(text(100)), v.maxLength(20))),
  website: v.optional(v.nullable(text(500))),
  default_commission_rate: v.optional(percentageIn),
  ...addressFieldsIn,
};

/** A new vendor. */
export const newVendor = v.strictObject({ name: text(200), ...changeable });

/** Changes of a vendor: what is left out stays. */
export const vendorChanges = v.strictObject({ name: v.optional(text(200)), ...changeable });

/** What the API has of them. */
export const VENDORS: Resource = {
  name: 'vendors',
  about: 'Who is booked, and pays commission.',
  schemas: { vendor, newVendor, vendorChanges },
  operations: [
    list('vendors', '/vendors', 'vendors:read', vendor, vendorsQuery),
    one('vendor', '/vendors', 'vendors:read', vendor, true),
    add('vendor', '/vendors', 'vendors:write', newVendor, vendor),
    change('vendor', '/vendors', 'vendors:write', vendorChanges, vendor),
  ],
};
