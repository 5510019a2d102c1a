import type { Role } from '@paperplane/shared/domain';
import { api, avatarSrc, overrideExisting, type Database } from '@paperplane/shared/platform';
import { rowsOfPage } from './parts/paging';

type Tables = Database['public']['Tables'];

/** A person of the organization, as every member may see them. */
export interface Member {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  avatarUrl: string | null;
  isActive: boolean;
  /** ISO moment. */
  createdAt: string;
}

/** Which members a list shows. */
export const MEMBER_FILTERS = ['everyone', 'active', 'inactive'] as const;
export type MemberFilter = (typeof MEMBER_FILTERS)[number];

const COLUMNS = 'id, first_name, last_name, email, role, avatar_url, is_active, created_at';

type Row = Pick<
  Tables['users']['Row'],
  'id' | 'first_name' | 'last_name' | 'email' | 'role' | 'avatar_url' | 'is_active' | 'created_at'
>;

export const toMember = (row: Row): Member => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  // A CHECK constraint holds the column to the three roles; the generated type only says text.
  role: row.role as Role,
  avatarUrl: avatarSrc(row.avatar_url),
  isActive: row.is_active,
  createdAt: row.created_at,
});

const teamApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of members, active ones first, then by name, with the exact count of all that match. */
    getTeam: build.query<{ items: Member[]; count: number }, { page: number; filter: MemberFilter }>({
      query:
        ({ page, filter }) =>
        (db) => {
          const everyone = db.from('users').select(COLUMNS, { count: 'exact' });
          const matching = filter === 'everyone' ? everyone : everyone.eq('is_active', filter === 'active');
          return matching
            .order('is_active', { ascending: false })
            .order('first_name')
            .order('last_name')
            .order('id')
            .range(...rowsOfPage(page));
        },
      transformResponse: (rows: Row[], meta) => ({
        items: rows.map(toMember),
        count: meta?.count ?? rows.length,
      }),
      providesTags: [{ type: 'Team', id: 'LIST' }],
    }),

    /** How many members match, without reading them. */
    countTeam: build.query<number, MemberFilter>({
      query: (filter) => (db) => {
        const everyone = db.from('users').select('id', { count: 'exact', head: true });
        return filter === 'everyone' ? everyone : everyone.eq('is_active', filter === 'active');
      },
      transformResponse: (_body, meta) => meta?.count ?? 0,
      providesTags: [{ type: 'Team', id: 'LIST' }],
    }),

    getMember: build.query<Member, string>({
      query: (id) => (db) => db.from('users').select(COLUMNS).eq('id', id).single(),
      transformResponse: (row: Row) => toMember(row),
      providesTags: (_member, _error, id) => [{ type: 'Team', id }],
    }),

    /** The member's share of a commission in percent; readable by oneself and by admins. `null` when none is set. */
    getCommissionSplit: build.query<number | null, string>({
      query: (id) => (db) => db.from('user_terms').select('commission_split').eq('user_id', id).maybeSingle(),
      transformResponse: (row: Pick<Tables['user_terms']['Row'], 'commission_split'> | null) =>
        row?.commission_split ?? null,
      providesTags: (_split, _error, id) => [{ type: 'Team', id }],
    }),
  }),
});

export const { useGetTeamQuery, useCountTeamQuery, useGetMemberQuery, useGetCommissionSplitQuery } = teamApi;
