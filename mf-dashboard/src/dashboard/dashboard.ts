import { camelCase, type CamelCase, type CommissionStatus } from '@paperplane/shared/domain';
import type { AnswerOf } from '@paperplane/shared/platform';
import type { contract } from './contract';

/** Everything the page shows, in one answer; admins get no payables and departures, agents nothing to do and no top agents. */
export type Dashboard = AnswerOf<typeof contract, 'get_dashboard'>;

/** A part the database could not work out; the others stand. */
export interface Failed {
  error: true;
}

export type PartName = Exclude<keyof Dashboard, 'range'>;

/** What each part of the page shows. */
export type Parts = { [Name in PartName]-?: Exclude<Dashboard[Name], Failed | undefined> };

/** How many, and how much altogether. */
export interface Figure {
  count: number;
  amount: number;
}

/** Sales of a range by status; `activeTotal` leaves the cancelled ones out. */
export type SaleFigures = Parts['sales'];
/** Of commissions; `ready` is what agents can be paid now. */
export type CommissionFigures = Parts['commissions'];

/** Amounts per bucket of time and status; labels are the day, or `yyyy-mm-ddThh:00`, on which each bucket begins. */
export type Trend<Status extends string> = { labels: readonly string[] } & Record<
  CamelCase<Status>,
  readonly number[]
>;

/** Gross amounts, and of them the agents' share. */
export type CommissionTrend = Trend<CommissionStatus> & {
  agent: Record<CamelCase<CommissionStatus>, readonly number[]>;
};

export type TopAgent = Parts['topAgents'][number];
export type TopVendor = Parts['topVendors'][number];
/** A customer with their latest purchase. */
export type RecentCustomer = Parts['recentCustomers'][number];

/** What an agent is owed: what can be paid now, what is still expected, and the next of them. */
export type Payable = Parts['payable'];
export type PayableRow = Payable['rows'][number];
/** What waits for an admin: the agents' shares to pay, what vendors should have paid, booked sales whose trip is near. */
export type ToDo = Parts['toDo'];
export type Departure = Parts['departures'][number];

export const hasFailed = (part: object | undefined): part is Failed => part !== undefined && 'error' in part;

/** What a status has of figures or a trend. */
export const ofStatus = <Status extends string, By extends Readonly<Record<CamelCase<Status>, unknown>>>(
  by: By,
  status: Status,
): By[CamelCase<Status>] => by[camelCase(status)];
