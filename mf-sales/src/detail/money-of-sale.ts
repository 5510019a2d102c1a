import type { CommissionMoney } from '@paperplane/shared/domain';
import type { SaleDetail } from '../sale';
import { dayOfSale } from './day-of-sale';

/** What the texts about the money of a sale's commission go by. */
export const moneyOf = (sale: SaleDetail): CommissionMoney => ({
  status: sale.commission?.status ?? 'unpaid',
  saleStatus: sale.status,
  vendorName: sale.vendor.name,
  receivedDay: sale.commission?.receivedOn ? dayOfSale(sale, sale.commission.receivedOn) : null,
});
