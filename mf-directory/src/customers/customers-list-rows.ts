import { avatarSrc } from '@paperplane/shared/platform';
import { pageArgs } from '../parts/directory-list';
import type {
  Agent,
  CustomerListItem,
  CustomersPage,
  CustomersQuery,
  Duplicate,
  DuplicateProbe,
  DuplicateReason,
} from './customer';
import type { CustomerRow } from './customer-rows';

export interface AgentRow {
  id: string;
  first_name: string;
  last_name: string;
  avatar_url: string | null;
}

export const toAgent = (row: AgentRow | null): Agent | null =>
  row && {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    avatarUrl: avatarSrc(row.avatar_url),
  };

export interface CustomersPageRow {
  rows: (Pick<
    CustomerRow,
    'id' | 'first_name' | 'last_name' | 'email' | 'phone' | 'tags' | 'archived_at' | 'created_at'
  > & {
    sales_count: number;
    total_amount: number;
    last_sale_date: string | null;
    agent: AgentRow | null;
  })[];
  count: number;
  page: number;
  page_size: number;
  total_pages: number;
  tags: { tag: string; count: number }[];
}

const toListItem = (row: CustomersPageRow['rows'][number]): CustomerListItem => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phone: row.phone,
  tags: row.tags,
  archivedAt: row.archived_at,
  salesCount: row.sales_count,
  totalAmount: row.total_amount,
  lastSaleDate: row.last_sale_date,
  agent: toAgent(row.agent),
});

export const toCustomersPage = (answer: CustomersPageRow): CustomersPage => ({
  customers: answer.rows.map(toListItem),
  count: answer.count,
  page: answer.page,
  pageSize: answer.page_size,
  totalPages: answer.total_pages,
  tags: answer.tags,
});

/** The arguments of `list_customers`. */
export const toListArgs = (query: CustomersQuery) => ({
  ...pageArgs(query),
  tag: query.tag || null,
  agent_id: query.agentId,
  state: query.archived ? 'archived' : 'active',
});

export interface DuplicateRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  archived_at: string | null;
  reasons: DuplicateReason[];
}

export const toDuplicate = (row: DuplicateRow): Duplicate => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phone: row.phone,
  archivedAt: row.archived_at,
  reasons: row.reasons,
});

export const fromProbe = (probe: DuplicateProbe) => ({
  first_name: probe.firstName,
  last_name: probe.lastName,
  birthday: probe.birthday || null,
  email: probe.email || null,
  phone: probe.phone || null,
});
