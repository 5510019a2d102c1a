import {
  snakeCase,
  type CommissionFigure,
  type CommissionStatus,
  type SaleStatus,
} from '@paperplane/shared/domain';
import type { CommissionListItem, CommissionPage, CommissionsQuery } from './commission-list';
import { toPerson, type PersonRow } from './commission-rows-api';

export interface CommissionListRow {
  id: string;
  status: CommissionStatus;
  amount: number;
  agent_amount: number;
  booking_reference: string | null;
  sale_date: string;
  sale_status: SaleStatus;
  total_amount: number;
  customer: { first_name: string; last_name: string };
  vendor: { id: string; name: string };
  agent: PersonRow;
  due_on: string | null;
  owed: number;
}

interface FigureRow {
  count: number;
  amount: number;
  agent_amount: number;
}

/** What list_commissions answers. */
export interface CommissionPageRow {
  rows: CommissionListRow[];
  count: number;
  page: number;
  page_size: number;
  total_pages: number;
  stats: Record<CommissionStatus | 'total' | 'ready', FigureRow>;
  /** Missing in answers of a database that is older than this build. */
  to_review?: number | null;
}

/** The arguments of list_commissions for what the address asks. */
export function toListArgs(query: CommissionsQuery) {
  const { status, agentId, vendorId, overdue, ready, start, end, search, sort, page, pageSize } = query;
  return {
    status,
    agent_id: agentId,
    vendor_id: vendorId,
    overdue,
    ready,
    start_date: start,
    end_date: end,
    search: search || null,
    sort: snakeCase(sort.column),
    descending: sort.direction === 'desc',
    page,
    page_size: pageSize,
  };
}

const toListItem = (row: CommissionListRow): CommissionListItem => ({
  id: row.id,
  status: row.status,
  amount: Number(row.amount),
  agentAmount: Number(row.agent_amount),
  bookingReference: row.booking_reference,
  saleDate: row.sale_date,
  saleStatus: row.sale_status,
  totalAmount: Number(row.total_amount),
  customer: { firstName: row.customer.first_name, lastName: row.customer.last_name },
  vendor: { id: row.vendor.id, name: row.vendor.name },
  agent: toPerson(row.agent),
  dueOn: row.due_on,
  owed: row.owed,
});

const toFigure = (row: FigureRow): CommissionFigure => ({
  count: Number(row.count),
  amount: Number(row.amount),
  agentAmount: Number(row.agent_amount),
});

export function toCommissionPage(answer: CommissionPageRow): CommissionPage {
  const { unpaid, funds_received, agent_paid, cancelled, total, ready } = answer.stats;
  return {
    items: answer.rows.map(toListItem),
    count: answer.count,
    page: answer.page,
    pageSize: answer.page_size,
    totalPages: answer.total_pages,
    stats: {
      unpaid: toFigure(unpaid),
      funds_received: toFigure(funds_received),
      agent_paid: toFigure(agent_paid),
      cancelled: toFigure(cancelled),
      total: toFigure(total),
      ready: toFigure(ready),
    },
    toReview: answer.to_review ?? null,
  };
}
