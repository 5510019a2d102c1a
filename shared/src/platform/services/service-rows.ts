import type { CommissionStatus, IsoDate, SaleStatus } from '../../domain';
import { logoSrc } from '../storage/image-sources';
import type { Bucket } from './service-args';

/** How many, and how much altogether. */
export interface ServiceFigure {
  count: number;
  amount: number;
}

/** Sales of a range by status; `activeTotal` leaves the cancelled ones out. */
export type SalesByStatus = Record<SaleStatus | 'total' | 'activeTotal', ServiceFigure>;

/** Commissions of a range by status; `total` counts the cancelled ones too. */
export type CommissionsByStatus = Record<CommissionStatus | 'total', ServiceFigure>;

/** The same with what of it is the agents'. */
export type CommissionStats = Record<CommissionStatus | 'total', ServiceFigure & { agentAmount: number }>;

/** A chart's x axis: the date on which each bucket begins, or `yyyy-mm-ddThh:00` for hours. No bucket is missing. */
export interface Timeline {
  /** `null` when there is nothing at all to show for an open range. */
  bucket: Bucket | null;
  labels: readonly string[];
}

/** Amounts sold, without cancelled sales. */
export type SalesTimeline = Timeline & { sales: readonly number[] };
export type SalesStatusTimeline = Timeline & Record<SaleStatus, readonly number[]>;
/** Amounts of commission, without cancelled ones. */
export type CommissionTimeline = Timeline & { amounts: readonly number[] };
export type CommissionStatusTimeline = Timeline & Record<CommissionStatus, readonly number[]>;

interface Totals {
  salesCount: number;
  totalRevenue: number;
  totalCommission: number;
}

export interface TopAgent extends Totals {
  id: string;
  firstName: string;
  lastName: string;
  avatarUrl: string | null;
}

export interface TopVendor extends Totals {
  id: string;
  name: string;
  logoUrl: string | null;
}

/** A customer with their latest purchase. */
export interface RecentCustomer {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
  saleId: string;
  lastPurchaseAmount: number;
  saleDate: IsoDate;
}

export type SalesByStatusRow = Record<SaleStatus | 'total' | 'active_total', ServiceFigure>;
export type CommissionStatsRow = Record<CommissionStatus | 'total', ServiceFigure & { agent_amount: number }>;

interface TotalsRow {
  sales_count: number;
  total_revenue: number;
  total_commission: number;
}

export interface TopAgentRow extends TotalsRow {
  id: string;
  first_name: string;
  last_name: string;
  avatar_url: string | null;
}

export interface TopVendorRow extends TotalsRow {
  id: string;
  name: string;
  logo_url: string | null;
}

export interface RecentCustomerRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  sale_id: string;
  last_purchase_amount: number;
  sale_date: IsoDate;
}

export function toSalesByStatus({ active_total: activeTotal, ...byStatus }: SalesByStatusRow): SalesByStatus {
  return { ...byStatus, activeTotal };
}

export function toCommissionStats(row: CommissionStatsRow): CommissionStats {
  const of = (status: keyof CommissionStatsRow) => {
    const { agent_amount: agentAmount, ...figure } = row[status];
    return { ...figure, agentAmount };
  };
  return {
    unpaid: of('unpaid'),
    funds_received: of('funds_received'),
    agent_paid: of('agent_paid'),
    cancelled: of('cancelled'),
    total: of('total'),
  };
}

const toTotals = (row: TotalsRow): Totals => ({
  salesCount: row.sales_count,
  totalRevenue: row.total_revenue,
  totalCommission: row.total_commission,
});

export const toTopAgents = (rows: TopAgentRow[]): TopAgent[] =>
  rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    avatarUrl: row.avatar_url,
    ...toTotals(row),
  }));

export const toTopVendors = (rows: TopVendorRow[]): TopVendor[] =>
  rows.map((row) => ({ id: row.id, name: row.name, logoUrl: logoSrc(row.logo_url), ...toTotals(row) }));

export const toRecentCustomers = (rows: RecentCustomerRow[]): RecentCustomer[] =>
  rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    saleId: row.sale_id,
    lastPurchaseAmount: row.last_purchase_amount,
    saleDate: row.sale_date,
  }));
