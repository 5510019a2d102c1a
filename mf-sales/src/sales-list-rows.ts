import { snakeCase, type SaleStatus } from '@paperplane/shared/domain';
import { toSale, type SaleRow } from './sale-rows';
import type { SalesFigure, SalesPage, SalesQuery } from './sales-list';

interface FigureRow {
  count: number;
  amount: number;
  commission_amount: number;
}

/** What list_sales answers. */
export interface SalesPageRow {
  rows: SaleRow[];
  count: number;
  page: number;
  page_size: number;
  total_pages: number;
  by_status: Record<SaleStatus | 'total' | 'active_total', FigureRow>;
}

/** The arguments of list_sales for what the address asks. */
export function toListArgs(query: SalesQuery) {
  const { status, agentId, vendorId, start, end, search, sort, page, pageSize, departing } = query;
  return {
    status,
    agent_id: agentId,
    vendor_id: vendorId,
    start_date: start,
    end_date: end,
    customer_search: search || null,
    sort: snakeCase(sort.column),
    descending: sort.direction === 'desc',
    page,
    page_size: pageSize,
    departing,
  };
}

const toFigure = (row: FigureRow): SalesFigure => ({
  count: Number(row.count),
  amount: Number(row.amount),
  commissionAmount: Number(row.commission_amount),
});

export function toSalesPage(answer: SalesPageRow): SalesPage {
  const { booked, paid, cancelled, total, active_total: activeTotal } = answer.by_status;
  return {
    sales: answer.rows.map(toSale),
    count: answer.count,
    page: answer.page,
    pageSize: answer.page_size,
    totalPages: answer.total_pages,
    sums: {
      booked: toFigure(booked),
      paid: toFigure(paid),
      cancelled: toFigure(cancelled),
      total: toFigure(total),
      activeTotal: toFigure(activeTotal),
    },
  };
}
