import type { Person } from './test-agency';

export interface Figures {
  count: number;
  amount: number;
}

/** Gross, and of it the agents' share. */
export interface CommissionFigure extends Figures {
  agent_amount: number;
}

/** One figure for each label, by status. */
export type Trend = { labels: string[] } & Record<string, (string | number)[]>;

/** What vendors owe, with what is named beside it. */
export interface OwedFigures extends Figures {
  vendors: number;
  agents_paid: Figures & { advanced: number };
  paid_short: Figures;
  tracked_since: string | null;
}

/** What get_dashboard answers. */
export interface Dashboard {
  range: { start: string; end: string; bucket: 'hour' | 'day' | 'week' | 'month'; today: string };
  sales: Record<string, Figures>;
  commissions: Record<string, CommissionFigure>;
  sales_trend: Trend;
  commission_trend: Trend & { agent: Record<string, number[]> };
  to_do?: Record<'payable' | 'departures', Figures> & {
    overdue: OwedFigures;
    vendors_without_terms: number;
  };
  first_steps?: object | undefined;
  top_agents?: { id: string }[];
  top_vendors: { id: string }[];
  recent_customers: { id: string; sale_id: string }[];
  payable?: { now: Figures; expected: Figures; rows: Record<string, unknown>[] };
  departures?: { sales_id: string }[];
}

export interface Asked {
  start_date?: string | null;
  end_date?: string | null;
  parts?: string[] | null;
}

/** The answer over the API; throws when it is refused. */
export async function dashboardOf({ api }: Pick<Person, 'api'>, asked: Asked = {}): Promise<Dashboard> {
  const { data, error } = await api.rpc('get_dashboard', asked);
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data as unknown as Dashboard;
}

/** Today where this time zone's clocks are, told without the database. */
export const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
