import type { MoneyReading } from '@paperplane/shared/domain';
import type { RecordRules } from '@paperplane/shared/records';
import { saleSchema, type CheckedSale } from './sale-schema';
import { BLANK_LINE } from './lines/line-values';
import {
  newSaleValues,
  PLAN_FIELDS,
  SALE_FIELDS,
  sameValues,
  SHARE_FIELDS,
  type SaleValues,
} from './sale-values';

const blank = newSaleValues('', '');

/** What is kept of the form of a sale while it is being filled in, and when it has changed. */
export const SALE_RULES: Omit<RecordRules<SaleValues, CheckedSale>, 'schema'> = {
  fields: [...SALE_FIELDS, ...SHARE_FIELDS, ...PLAN_FIELDS],
  isSame: sameValues,
  // Lines, shares, payment dates and groups since 4.
  shape: 4,
  sample: {
    ...blank,
    travelerIds: [''],
    lines: [BLANK_LINE],
    paymentPlan: [{ kind: 'deposit', amount: '', dueOn: '', remind: false }],
    coSellers: [{ userId: '', role: 'co_seller', percent: '' }],
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
