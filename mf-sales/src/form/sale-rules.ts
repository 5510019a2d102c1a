import type { MoneyReading } from '@paperplane/shared/domain';
import type { RecordRules } from '@paperplane/shared/records';
import { saleSchema, type CheckedSale } from './sale-schema';
import { newSaleValues, SALE_FIELDS, sameValues, type SaleValues } from './sale-values';

const blank = newSaleValues('', '');

/** What is kept of the form of a sale while it is being filled in, and when it has changed. */
export const SALE_RULES: Omit<RecordRules<SaleValues, CheckedSale>, 'schema'> = {
  fields: SALE_FIELDS,
  isSame: sameValues,
  // Amounts of a thousand and more are written with cents since 3.
  shape: 3,
  sample: {
    ...blank,
    travelerIds: [''],
    picked: { ...blank.picked, travelers: [{ id: '', firstName: '', lastName: '' }] },
  },
};

/**
 * What the form of a sale is, beside its fields.
 * @param money whose amounts are typed
 */
export const saleRules = (money: MoneyReading): RecordRules<SaleValues, CheckedSale> => ({
  ...SALE_RULES,
  schema: saleSchema(money),
});
