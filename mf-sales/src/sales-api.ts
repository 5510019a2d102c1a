import { avatarSrc, logoSrc, type Tag } from '@paperplane/shared/platform';
import type { Sale } from './sale';

/** A sale with its people, as lists and its own page read it. */
export const SALE_COLUMNS =
  `id, organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date, return_date,
  total_amount, commission_amount, commission_rate, commission_basis, currency, status, notes, version, created_at, updated_at,
  customer:customers!sales_customer_id_fkey(id, first_name, last_name, email, phone),
  agent:users!sales_agent_id_fkey(id, first_name, last_name, avatar_url),
  vendor:vendors!sales_vendor_id_fkey(id, name, logo_url, default_commission_rate)` as const;

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
