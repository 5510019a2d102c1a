import { toOwed, type CommissionStatus, type OwedRow, type SaleStatus } from '@paperplane/shared/domain';
import { avatarSrc, logoSrc } from '@paperplane/shared/platform';
import type {
  CommissionTrend,
  Dashboard,
  Departure,
  Figure,
  PartName,
  Parts,
  PayableReason,
  ToDo,
  Trend,
} from './dashboard';

interface TotalsRow {
  id: string;
  sales_count: number;
  total_revenue: number;
  total_commission: number;
}

interface BookingRow {
  sales_id: string;
  booking_reference: string;
  customer_first_name: string;
  customer_last_name: string;
  vendor_name: string;
}

interface CommissionFigureRow {
  count: number;
  amount: number;
  agent_amount: number;
}

/** The parts as the database names and answers them. */
interface PartRows {
  sales: Record<SaleStatus | 'total' | 'active_total', Figure>;
  commissions: Record<CommissionStatus | 'total' | 'active_total' | 'ready', CommissionFigureRow>;
  sales_trend: Trend<SaleStatus>;
  commission_trend: CommissionTrend;
  to_do: Omit<ToDo, 'overdue' | 'vendorsWithoutTerms'> & { overdue: OwedRow; vendors_without_terms?: number };
  top_agents: (TotalsRow & { first_name: string; last_name: string; avatar_url: string | null })[];
  top_vendors: (TotalsRow & { name: string; logo_url: string | null })[];
  recent_customers: {
    id: string;
    first_name: string;
    last_name: string;
    email: string | null;
    sale_id: string;
    last_purchase_amount: number;
    sale_date: string;
  }[];
  payable: {
    now: Figure;
    expected: Figure;
    rows: (BookingRow & {
      commission_id: string;
      agent_amount: number;
      status: CommissionStatus;
      received_on: string | null;
      due_on: string | null;
      reason: PayableReason;
    })[];
  };
  departures: (BookingRow & { customer_id: string; travel_date: string; return_date: string | null })[];
}

/** An answer: all parts, or those that were asked for again. */
export type DashboardRow = { [Name in keyof PartRows]?: PartRows[Name] | { error: true } } & {
  range: Dashboard['range'];
};

const NAMES = {
  sales: 'sales',
  commissions: 'commissions',
  salesTrend: 'sales_trend',
  commissionTrend: 'commission_trend',
  toDo: 'to_do',
  topAgents: 'top_agents',
  topVendors: 'top_vendors',
  recentCustomers: 'recent_customers',
  payable: 'payable',
  departures: 'departures',
} as const satisfies Record<PartName, keyof PartRows>;

/** What the database calls a part. */
export const rowName = (name: PartName): string => NAMES[name];

const totals = (row: TotalsRow) => ({
  id: row.id,
  salesCount: row.sales_count,
  totalRevenue: row.total_revenue,
  totalCommission: row.total_commission,
});

const commissionFigure = ({ count, amount, agent_amount: agentAmount }: CommissionFigureRow) => ({
  count,
  amount,
  agentAmount,
});

const booking = (row: BookingRow) => ({
  saleId: row.sales_id,
  bookingReference: row.booking_reference,
  customer: { firstName: row.customer_first_name, lastName: row.customer_last_name },
  vendorName: row.vendor_name,
});

const READ: { [Name in PartName]: (row: PartRows[(typeof NAMES)[Name]]) => Parts[Name] } = {
  sales: ({ active_total: activeTotal, ...byStatus }) => ({ ...byStatus, activeTotal }),
  commissions: (row) => ({
    unpaid: commissionFigure(row.unpaid),
    funds_received: commissionFigure(row.funds_received),
    agent_paid: commissionFigure(row.agent_paid),
    cancelled: commissionFigure(row.cancelled),
    total: commissionFigure(row.total),
    activeTotal: commissionFigure(row.active_total),
    ready: commissionFigure(row.ready),
  }),
  salesTrend: (row) => row,
  commissionTrend: (row) => row,
  toDo: ({ vendors_without_terms: vendorsWithoutTerms = 0, ...row }) => ({
    ...row,
    overdue: toOwed(row.overdue),
    vendorsWithoutTerms,
  }),
  topAgents: (rows) =>
    rows.map((row) => ({
      ...totals(row),
      firstName: row.first_name,
      lastName: row.last_name,
      avatarUrl: avatarSrc(row.avatar_url),
    })),
  topVendors: (rows) =>
    rows.map((row) => ({ ...totals(row), name: row.name, logoUrl: logoSrc(row.logo_url) })),
  recentCustomers: (rows) =>
    rows.map((row) => ({
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      saleId: row.sale_id,
      lastPurchaseAmount: row.last_purchase_amount,
      saleDate: row.sale_date,
    })),
  payable: ({ now, expected, rows }) => ({
    now,
    expected,
    rows: rows.map((row) => ({
      ...booking(row),
      commissionId: row.commission_id,
      amount: row.agent_amount,
      status: row.status,
      receivedOn: row.received_on,
      dueOn: row.due_on,
      reason: row.reason,
    })),
  }),
  departures: (rows) =>
    rows.map((row): Departure => ({
      ...booking(row),
      customerId: row.customer_id,
      travelDate: row.travel_date,
      returnDate: row.return_date,
    })),
};

function readPart<Name extends PartName>(into: Dashboard, name: Name, row: DashboardRow): void {
  const value = row[NAMES[name]] as PartRows[(typeof NAMES)[Name]] | { error: true } | undefined;
  if (value === undefined) return;
  const parts: { [N in PartName]?: Dashboard[N] } = into;
  parts[name] = 'error' in value ? { failed: true } : READ[name](value);
}

/** The answer as the page reads it; a part that was not asked for is not there. */
export function toDashboard(row: DashboardRow): Dashboard {
  const dashboard: Dashboard = { range: row.range };
  for (const name of Object.keys(NAMES) as PartName[]) readPart(dashboard, name, row);
  return dashboard;
}
