import { avatarSrc, logoSrc, type Tag } from '@paperplane/shared/platform';
import type { Sale } from './sale';

/** Everything that shows a sale or a sum over sales. */
export const TOUCHED: readonly Tag[] = [
  'Sale',
  'SaleHistory',
  'Commission',
  'CommissionHistory',
  'Dashboard',
  'Customer',
  'Vendor',
];

/** A sale with the addresses of pictures. */
export const withPictures = <Of extends Pick<Sale, 'agent' | 'vendor'>>(sale: Of): Of => ({
  ...sale,
  agent: { ...sale.agent, avatarUrl: avatarSrc(sale.agent.avatarUrl) },
  vendor: { ...sale.vendor, logoUrl: logoSrc(sale.vendor.logoUrl) },
});
