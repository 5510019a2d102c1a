import { handOf, type Person } from './test-agency';

/** What a function answers that changes something. */
export interface Done {
  success: boolean;
  error: string | null;
  field: string | null;
  reassigned?: number;
}

/** One page of a list of the directory. */
export interface Page<Row> {
  rows: Row[];
  count: number;
  page: number;
  page_size: number;
  total_pages: number;
}

export interface VendorRow {
  id: string;
  name: string;
  category: string;
  is_archived: boolean;
  default_commission_rate: number;
  sales_count: number;
  total_amount: number;
}

export interface TeamRow {
  id: string;
  kind: 'member' | 'invitation';
  first_name: string | null;
  last_name: string | null;
  role: string;
  is_active: boolean;
  email?: string;
  sales_count?: number | null;
  commission_amount?: number | null;
  commission_split?: number | null;
  last_active_at?: string | null;
  is_expired?: boolean | null;
}

interface Figures {
  count: number;
  amount: number;
  agent_amount?: number;
  owed?: number;
  taken_back?: number;
  net?: number;
}

export interface VendorProfile {
  vendor: Record<string, unknown>;
  figures: Record<'expected' | 'received' | 'funds_received' | 'agent_paid' | 'overdue', Figures> &
    Record<'sales_count' | 'total_amount', number>;
}

export interface MemberProfile {
  member: Record<string, unknown>;
  terms: {
    commission_split: number;
    by_tier?: boolean;
    next_tier?: { from: number; split: number; missing: number } | null;
    history: { commission_split: number; previous_split: number; changed_by: { id: string } | null }[];
  };
  figures: Record<'sales_count' | 'total_amount' | 'commission_amount' | 'booked_sales_count', number> & {
    commissions: Record<string, Figures>;
  };
  payouts: { commission_id: string; amount: number; booking_reference: string }[];
}

/** Calls a function by any name and with any arguments, as an attacker would; throws what the API refuses. */
export const call = <Answer>(person: Person, name: string, args: object = {}) =>
  handOf(person).call<Answer>(name, args);

export const outcomeOf = (person: Person, name: string, args: object) => call<Done>(person, name, args);

export const listVendors = (person: Person, args: object = {}) =>
  call<Page<VendorRow> & { by_category: Record<string, number> }>(person, 'list_vendors', args);

export const vendorProfile = (person: Person, vendorId: string) =>
  call<VendorProfile | null>(person, 'get_vendor_profile', { vendor_id: vendorId });

export const listTeam = (person: Person, args: object = {}) =>
  call<Page<TeamRow> & { by_status: Record<string, number> }>(person, 'list_team', args);

export const memberProfile = (person: Person, memberId: string) =>
  call<MemberProfile | null>(person, 'get_member_profile', { member_id: memberId });
