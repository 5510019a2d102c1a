import { searchFilters } from '../../domain';
import { api, overrideExisting } from '../api/api';
import type { Db } from '../api/client';
import { avatarSrc, logoSrc } from '../storage/image-sources';

/** Offered at once; more is a reason to type. */
const OPTIONS = 20;

/** Somebody whose sales a list can be filtered by; also who has left, their sales have not. */
export interface AgentChoice {
  id: string;
  firstName: string;
  lastName: string;
  avatarUrl: string | null;
  isActive: boolean;
}

export interface VendorChoice {
  id: string;
  name: string;
  logoUrl: string | null;
}

/** What was typed, or the one whose name a link does not tell. */
export type ChoiceSearch = { search: string } | { id: string };

interface AgentRow {
  id: string;
  first_name: string;
  last_name: string;
  avatar_url: string | null;
  is_active: boolean;
}

interface VendorRow {
  id: string;
  name: string;
  logo_url: string | null;
}

function agents(db: Db, wanted: ChoiceSearch) {
  let query = db.from('users').select('id, first_name, last_name, avatar_url, is_active');
  if ('id' in wanted) return query.eq('id', wanted.id);
  for (const filter of searchFilters(['first_name', 'last_name', 'email'], wanted.search))
    query = query.or(filter);
  return query
    .order('is_active', { ascending: false })
    .order('first_name')
    .order('last_name')
    .order('id')
    .limit(OPTIONS);
}

function vendors(db: Db, wanted: ChoiceSearch) {
  let query = db.from('vendors').select('id, name, logo_url');
  if ('id' in wanted) return query.eq('id', wanted.id);
  for (const filter of searchFilters(['name'], wanted.search)) query = query.or(filter);
  return query.order('name').order('id').limit(OPTIONS);
}

/** What the filters of lists and reports offer, found by typing; asked only once a filter is opened. */
const filterOptions = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    findAgents: build.query<AgentChoice[], ChoiceSearch>({
      query: (wanted) => (db) => agents(db, wanted),
      transformResponse: (rows: AgentRow[]) =>
        rows.map((row) => ({
          id: row.id,
          firstName: row.first_name,
          lastName: row.last_name,
          avatarUrl: avatarSrc(row.avatar_url),
          isActive: row.is_active,
        })),
      providesTags: ['Team'],
    }),
    findVendors: build.query<VendorChoice[], ChoiceSearch>({
      query: (wanted) => (db) => vendors(db, wanted),
      transformResponse: (rows: VendorRow[]) =>
        rows.map((row) => ({ id: row.id, name: row.name, logoUrl: logoSrc(row.logo_url) })),
      providesTags: ['Vendor'],
    }),
  }),
});

export const { useFindAgentsQuery, useFindVendorsQuery } = filterOptions;
