import type { RecordRules } from '@paperplane/shared/records';
import { saleSchema, type CheckedSale } from './sale-schema';
import { newSaleValues, SALE_FIELDS, sameValues, type SaleValues } from './sale-values';

const blank = newSaleValues('', '');

/** What the form of a sale is, beside its fields. */
export const SALE_RULES: RecordRules<SaleValues, CheckedSale> = {
  schema: saleSchema,
  fields: SALE_FIELDS,
  isSame: sameValues,
  shape: 2,
  sample: {
    ...blank,
    travelerIds: [''],
    picked: { ...blank.picked, travelers: [{ id: '', firstName: '', lastName: '' }] },
  },
};
