import {
  formatDate,
  formatShortDate,
  isAdmin,
  isOwner,
  today as todayIn,
  type CommissionFigure,
  type CommissionStatus,
  type PaymentMethod,
  type PersonName,
  type Role,
} from '@paperplane/shared/domain';
import type { LatestSales } from '../parts/latest-sales';

/** Which people the list shows; the first is the default. */
export const TEAM_STATUSES = ['everyone', 'active', 'invited', 'inactive'] as const;
export type TeamStatus = (typeof TEAM_STATUSES)[number];

/** What only admins see of a person. Sums leave cancelled sales and commissions out. */
export interface TeamFacts {
  /** ISO moment of the last sign of life; null before the first. */
  lastActiveAt: string | null;
  /** Null for somebody who has not joined. */
  salesCount: number | null;
  commissionAmount: number | null;
}

/** An invitation on its way. */
export interface Invited {
  /** ISO moments. */
  sentAt: string;
  expiresAt: string;
  isExpired: boolean;
}

/** A row of the team: a member, or somebody who is invited. */
export interface TeamPerson {
  id: string;
  /** An invitation may know only the address. */
  firstName: string | null;
  lastName: string | null;
  avatarUrl: string | null;
  role: Role;
  /** Null for agents, who see no addresses here. */
  email: string | null;
  isActive: boolean;
  invited: Invited | null;
  /** Null for agents. */
  facts: TeamFacts | null;
}

/** A commission split that was, and who changed it. */
export interface SplitChange {
  /** Percent. */
  split: number;
  previous: number;
  changedBy: PersonName | null;
  /** ISO moment. */
  changedAt: string;
}

/** A payment to a member: a statement of a payout, or the payment of one commission. */
export interface Payment {
  id: string;
  /** ISO date. */
  day: string;
  statementId: string | null;
  /** Of a statement. */
  number: string | null;
  commissionId: string | null;
  bookingReference: string | null;
  paymentMethod: PaymentMethod;
  amount: number;
  /** ISO date: it came back. */
  voidedOn: string | null;
}

/** What a member was paid in the organization's year, and the latest payments. */
export interface Paid {
  year: number;
  thisYear: number;
  lastYear: number;
  /** The last ten. */
  payments: Payment[];
}

/** A member as admins see them; sums leave cancelled sales and commissions out. */
export interface MemberProfile {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  avatarUrl: string | null;
  isActive: boolean;
  createdAt: string;
  lastActiveAt: string | null;
  /** Percent. */
  commissionSplit: number;
  splitHistory: SplitChange[];
  salesCount: number;
  bookedSalesCount: number;
  totalAmount: number;
  commissionAmount: number;
  commissions: Record<CommissionStatus, CommissionFigure>;
  paid: Paid;
  sales: LatestSales;
}

interface Viewer {
  id: string;
  role: Role;
}

/** Why somebody may not manage a member; null when they may: admins manage agents, owners everybody. */
export function manageRefusal(viewer: Viewer, member: Pick<Viewer, 'role'>): string | null {
  if (!isAdmin(viewer.role)) return 'Only admins can change team members.';
  return member.role !== 'agent' && !isOwner(viewer.role)
    ? 'Only an owner can change admins and owners.'
    : null;
}

/** Why a member's role or activity cannot be changed: also an organization keeps its owner. */
export function standingRefusal(viewer: Viewer, member: Pick<Viewer, 'role'>): string | null {
  return (
    manageRefusal(viewer, member) ??
    (member.role === 'owner' ? 'Transfer the ownership first: an agency always keeps an active owner.' : null)
  );
}

/** Why somebody's role cannot be changed; only owners make and unmake admins. */
export const roleRefusal = (viewer: Viewer, member: Pick<Viewer, 'role'>): string | null =>
  standingRefusal(viewer, member) ??
  (isOwner(viewer.role) ? null : 'Only an owner can make somebody an admin.');

/** Why the ownership cannot go to a member; undefined where the question does not arise. */
export function transferRefusal(
  viewer: Viewer,
  member: Viewer & { isActive: boolean },
): string | null | undefined {
  if (!isOwner(viewer.role) || member.id === viewer.id || member.role === 'owner') return undefined;
  return member.isActive ? null : 'Activate this person first: an owner has to be active.';
}

/** "Today", "Yesterday", a date; a dash for somebody who was never there. */
export function lastActiveText(moment: string | null, timeZone: string, now: Date = new Date()): string {
  if (!moment) return '–';
  const day = todayIn(timeZone, new Date(moment));
  if (day === todayIn(timeZone, now)) return 'Today';
  const yesterday = todayIn(timeZone, new Date(now.getTime() - 86_400_000));
  return day === yesterday ? 'Yesterday' : formatDate(moment, timeZone);
}

/** "Invited Nov 20", or since when the link no longer works. */
export function invitedText(
  { sentAt, expiresAt, isExpired }: Invited,
  timeZone: string,
  now: Date = new Date(),
): string {
  const day = (at: string) => formatShortDate(at, todayIn(timeZone, now), timeZone);
  return isExpired ? `Expired ${day(expiresAt)}` : `Invited ${day(sentAt)}`;
}

/** The name of somebody who may have none yet. */
export const personName = ({ firstName, lastName, email }: TeamPerson): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email || 'Unknown';
