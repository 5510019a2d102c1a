import type { CommissionFigure, CommissionStatus, PaymentMethod, Role } from '@paperplane/shared/domain';
import { avatarSrc } from '@paperplane/shared/platform';
import { toLatestSales, type LatestSalesRow } from '../parts/latest-sales';
import type { MemberProfile, TeamPerson } from './team';

/** Rows as the database answers them, and the way to the client's names. */

interface NameRow {
  first_name: string;
  last_name: string;
}

/** The columns from `email` on are for admins only. */
export interface TeamRow {
  id: string;
  kind: 'member' | 'invitation';
  first_name: string | null;
  last_name: string | null;
  avatar_url: string | null;
  role: Role;
  is_active: boolean;
  email?: string;
  last_active_at?: string | null;
  sales_count?: number | null;
  commission_amount?: number | null;
  sent_at?: string | null;
  expires_at?: string | null;
  is_expired?: boolean | null;
}

const numberOrNull = (value: number | null | undefined) =>
  value === null || value === undefined ? null : Number(value);

export const toTeamPerson = (row: TeamRow): TeamPerson => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  avatarUrl: avatarSrc(row.avatar_url),
  role: row.role,
  email: row.email ?? null,
  isActive: row.is_active,
  invited:
    row.kind === 'invitation'
      ? { sentAt: row.sent_at ?? '', expiresAt: row.expires_at ?? '', isExpired: row.is_expired === true }
      : null,
  facts:
    row.email === undefined
      ? null
      : {
          lastActiveAt: row.last_active_at ?? null,
          salesCount: numberOrNull(row.sales_count),
          commissionAmount: numberOrNull(row.commission_amount),
        },
});

interface FigureRow {
  count: number;
  amount: number;
  agent_amount: number;
}

/** What get_member_page answers. */
export interface ProfileRow {
  member: NameRow & {
    id: string;
    email: string;
    role: Role;
    avatar_url: string | null;
    is_active: boolean;
    created_at: string;
    last_active_at: string | null;
  };
  terms: {
    commission_split: number;
    history: {
      commission_split: number;
      previous_split: number;
      changed_at: string;
      changed_by: NameRow | null;
    }[];
  };
  figures: {
    sales_count: number;
    booked_sales_count: number;
    total_amount: number;
    commission_amount: number;
    commissions: Record<CommissionStatus, FigureRow>;
  };
  paid: {
    year: number;
    this_year: number;
    last_year: number;
    payments: {
      id: string;
      day: string;
      statement_id: string | null;
      number: string | null;
      commission_id: string | null;
      booking_reference: string | null;
      payment_method: PaymentMethod;
      amount: number;
      voided_on: string | null;
    }[];
  };
  sales: LatestSalesRow;
}

const toFigure = (row: FigureRow): CommissionFigure => ({
  count: Number(row.count),
  amount: Number(row.amount),
  agentAmount: Number(row.agent_amount),
});

export function toMemberProfile({ member, terms, figures, paid, sales }: ProfileRow): MemberProfile {
  const { unpaid, funds_received, agent_paid, cancelled } = figures.commissions;
  return {
    id: member.id,
    firstName: member.first_name,
    lastName: member.last_name,
    email: member.email,
    role: member.role,
    avatarUrl: avatarSrc(member.avatar_url),
    isActive: member.is_active,
    createdAt: member.created_at,
    lastActiveAt: member.last_active_at,
    commissionSplit: Number(terms.commission_split),
    splitHistory: terms.history.map((change) => ({
      split: Number(change.commission_split),
      previous: Number(change.previous_split),
      changedAt: change.changed_at,
      changedBy: change.changed_by && {
        firstName: change.changed_by.first_name,
        lastName: change.changed_by.last_name,
      },
    })),
    salesCount: Number(figures.sales_count),
    bookedSalesCount: Number(figures.booked_sales_count),
    totalAmount: Number(figures.total_amount),
    commissionAmount: Number(figures.commission_amount),
    commissions: {
      unpaid: toFigure(unpaid),
      funds_received: toFigure(funds_received),
      agent_paid: toFigure(agent_paid),
      cancelled: toFigure(cancelled),
    },
    paid: {
      year: paid.year,
      thisYear: Number(paid.this_year),
      lastYear: Number(paid.last_year),
      payments: paid.payments.map((row) => ({
        id: row.id,
        day: row.day,
        statementId: row.statement_id,
        number: row.number,
        commissionId: row.commission_id,
        bookingReference: row.booking_reference,
        paymentMethod: row.payment_method,
        amount: Number(row.amount),
        voidedOn: row.voided_on,
      })),
    },
    sales: toLatestSales(sales),
  };
}
