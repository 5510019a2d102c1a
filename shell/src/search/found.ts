import type {
  CommissionStatus,
  DocumentCategory,
  PersonName,
  Role,
  SaleStatus,
  VendorCategory,
} from '@paperplane/shared/domain';
import { avatarSrc, logoSrc } from '@paperplane/shared/platform';

/** What `search_everything` answers: a kind nothing was found of is left out. */
export interface FoundRows {
  exact?: SaleRow[];
  customers?: CustomerRow[];
  sales?: SaleRow[];
  commissions?: CommissionRow[];
  vendors?: VendorRow[];
  team?: MemberRow[];
  documents?: DocumentRow[];
  bank?: BankRow[];
}

interface NameRow {
  first_name: string;
  last_name: string;
}
interface CustomerRow extends NameRow {
  id: string;
  email: string | null;
  phone: string | null;
  archived: boolean;
  sales_count: number;
}
interface SaleRow {
  id: string;
  booking_reference: string;
  status: SaleStatus;
  amount: number;
  travel_date: string | null;
  return_date: string | null;
  vendor: string;
  customer: NameRow;
}
interface CommissionRow {
  id: string;
  booking_reference: string;
  status: CommissionStatus;
  amount: number;
  agent_amount: number;
  due_on: string | null;
  vendor: string;
  customer: NameRow;
}
interface VendorRow {
  id: string;
  name: string;
  logo_url: string | null;
  category: VendorCategory;
  archived: boolean;
}
interface MemberRow extends NameRow {
  id: string;
  avatar_url: string | null;
  role: Role;
  is_active: boolean;
}
interface DocumentRow {
  id: string;
  title: string;
  category: DocumentCategory;
  expires_on: string | null;
}
interface BankRow {
  id: string;
  text: string;
  amount: number;
  booked_on: string;
  status: 'open' | 'suggested' | 'matched' | 'set_aside';
  account: string;
}

type Named = Required<Pick<PersonName, 'firstName' | 'lastName'>>;

export interface FoundCustomer extends Named {
  id: string;
  email: string | null;
  phone: string | null;
  archived: boolean;
  salesCount: number;
}
export interface FoundSale {
  id: string;
  bookingReference: string;
  status: SaleStatus;
  amount: number;
  travelDate: string | null;
  returnDate: string | null;
  vendor: string;
  customer: Named;
}
export interface FoundCommission {
  id: string;
  bookingReference: string;
  status: CommissionStatus;
  amount: number;
  agentAmount: number;
  dueOn: string | null;
  vendor: string;
  customer: Named;
}
export interface FoundVendor {
  id: string;
  name: string;
  logoUrl: string | null;
  category: VendorCategory;
  archived: boolean;
}
export interface FoundMember extends Named {
  id: string;
  avatarUrl: string | null;
  role: Role;
  isActive: boolean;
}
export interface FoundDocument {
  id: string;
  title: string;
  category: DocumentCategory;
  expiresOn: string | null;
}
export interface FoundTransaction {
  id: string;
  text: string;
  amount: number;
  bookedOn: string;
  isMatched: boolean;
  account: string;
}

/** What was found, by kind, the best first. */
export interface Found {
  exact: FoundSale[];
  customers: FoundCustomer[];
  sales: FoundSale[];
  commissions: FoundCommission[];
  vendors: FoundVendor[];
  team: FoundMember[];
  documents: FoundDocument[];
  bank: FoundTransaction[];
}

const toName = (row: NameRow): Named => ({ firstName: row.first_name, lastName: row.last_name });

const toSale = (row: SaleRow): FoundSale => ({
  id: row.id,
  bookingReference: row.booking_reference,
  status: row.status,
  amount: row.amount,
  travelDate: row.travel_date,
  returnDate: row.return_date,
  vendor: row.vendor,
  customer: toName(row.customer),
});

/** The answer in the app's words; what is left out is empty. */
export const toFound = (rows: FoundRows): Found => ({
  exact: (rows.exact ?? []).map(toSale),
  customers: (rows.customers ?? []).map((row) => ({
    id: row.id,
    ...toName(row),
    email: row.email,
    phone: row.phone,
    archived: row.archived,
    salesCount: row.sales_count,
  })),
  sales: (rows.sales ?? []).map(toSale),
  commissions: (rows.commissions ?? []).map((row) => ({
    id: row.id,
    bookingReference: row.booking_reference,
    status: row.status,
    amount: row.amount,
    agentAmount: row.agent_amount,
    dueOn: row.due_on,
    vendor: row.vendor,
    customer: toName(row.customer),
  })),
  vendors: (rows.vendors ?? []).map((row) => ({
    id: row.id,
    name: row.name,
    logoUrl: logoSrc(row.logo_url),
    category: row.category,
    archived: row.archived,
  })),
  team: (rows.team ?? []).map((row) => ({
    id: row.id,
    ...toName(row),
    avatarUrl: avatarSrc(row.avatar_url),
    role: row.role,
    isActive: row.is_active,
  })),
  documents: (rows.documents ?? []).map(({ expires_on: expiresOn, ...row }) => ({ ...row, expiresOn })),
  bank: (rows.bank ?? []).map((row) => ({
    id: row.id,
    text: row.text,
    amount: row.amount,
    bookedOn: row.booked_on,
    isMatched: row.status === 'matched',
    account: row.account,
  })),
});
