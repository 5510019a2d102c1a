import {
  api,
  avatarSrc,
  databaseDoor,
  inviteMember,
  mailInvitation,
  overrideExisting,
  rows,
  type AnswerOf,
} from '@paperplane/shared/platform';
import { isUnknown } from '@paperplane/shared/records';
import { pageArgs } from '../parts/directory-list';
import type { contract } from './contract';
import type { MemberProfile } from './team';
import type { TeamQuery } from './team-list';

type Contract = typeof contract;
const ask = databaseDoor<Contract>();

export interface Invitation {
  firstName: string;
  lastName: string;
  email: string;
  role: 'admin' | 'agent';
  /** Percent; the organization's default when left out. */
  commissionSplit: number | null;
}

/** What the list asks its function for; its export, too. */
export const toListArgs = (query: TeamQuery) => ({ ...pageArgs(query), status: query.status });

/** With the address of the picture. */
const withPicture = <Row extends { avatarUrl: string | null }>(row: Row): Row => ({
  ...row,
  avatarUrl: avatarSrc(row.avatarUrl),
});

const list = { type: 'Team', id: 'LIST' } as const;
/** More people than this in one select would need a search. */
const MEMBERS = 500;

/** Mails the link. The invitation stands in any case, and can be sent again. */
async function mail(email: string, id: string) {
  const sent = await mailInvitation(email, id);
  return { data: { mailed: sent.success }, error: sent.success ? null : sent.error, count: null, status: 0 };
}

/** A mail that fails is told apart from an invitation that is refused, and from an answer that was lost: it can be sent again. */
async function invite({ commissionSplit, ...person }: Invitation & { requestKey: string }) {
  const invited = await inviteMember({
    ...person,
    ...(commissionSplit === null ? {} : { commissionSplit }),
  });
  const isDone = invited.success || (invited.written && !isUnknown(invited.error));
  const error = isDone || invited.success ? null : invited.error;
  return { data: { mailed: invited.success }, error, count: null, status: 0 };
}

export const teamApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of people with the counts of all statuses, in one request. Agents learn names, roles and who is active. */
    listTeam: build.query({
      ...ask('list_team', toListArgs),
      transformResponse: (page: AnswerOf<Contract, 'list_team'>) => ({
        ...page,
        rows: page.rows.map(withPicture),
      }),
      providesTags: [list, { type: 'Sale', id: 'LIST' }],
    }),

    /** A member with terms, figures, payouts and the newest sales (admins). */
    getMemberProfile: build.query({
      ...ask.one('get_member_page', (id: string) => ({ memberId: id })),
      transformResponse: (profile: MemberProfile) => ({ ...profile, member: withPicture(profile.member) }),
      providesTags: (_member, _error, id) => [
        { type: 'Team', id },
        { type: 'Sale', id: 'LIST' },
        { type: 'Commission', id: 'LIST' },
      ],
    }),

    /** Who is active, by name: somebody a sale can be given to. */
    getActiveMembers: build.query({
      ...rows(
        (_all: void) => (db) =>
          db
            .from('users')
            .select('id, first_name, last_name')
            .eq('is_active', true)
            .order('first_name')
            .order('last_name')
            .limit(MEMBERS),
      ),
      providesTags: [list],
    }),

    setMemberRole: build.mutation({
      ...ask('set_member_role', ({ id, role }: { id: string; role: 'admin' | 'agent' }) => ({
        memberId: id,
        role,
      })),
      invalidatesTags: (_done, error) => (error ? [] : ['Team']),
    }),

    /** For the sales to come; the change is kept. `split`: percent. */
    setMemberSplit: build.mutation({
      ...ask('set_member_split', ({ id, split }: { id: string; split: number }) => ({
        memberId: id,
        commissionSplit: split,
      })),
      invalidatesTags: (_done, error) => (error ? [] : ['Team']),
    }),

    /** Signs a member out of all their devices (owners). @returns of how many */
    endMemberSessions: build.mutation({
      ...ask('end_member_sessions', (id: string) => ({ memberId: id })),
    }),

    /** Makes a member the owner, and the caller an admin. */
    transferOwnership: build.mutation({
      ...ask('transfer_ownership', (id: string) => ({ memberId: id })),
      invalidatesTags: (_done, error) => (error ? [] : ['Team']),
    }),

    /** Lets a member in or shuts them out; `reassignTo` takes over their open sales. @returns how many went over */
    setMemberActive: build.mutation({
      ...ask(
        'set_member_active',
        ({ id, ...change }: { id: string; active: boolean; reassignTo?: string }) => ({
          memberId: id,
          ...change,
        }),
      ),
      invalidatesTags: (_count, error, { reassignTo }) =>
        error ? [] : reassignTo ? ['Team', 'Sale', 'Commission', 'Dashboard'] : ['Team'],
    }),

    /** Writes an invitation and mails its link, once for each key. @returns whether the mail left */
    invitePerson: build.mutation<{ mailed: boolean }, Invitation & { requestKey: string }>({
      query: (invitation) => () => invite(invitation),
      invalidatesTags: (_done, error) => (error ? [] : [list]),
    }),

    /** Seven days from now again, and a fresh mail. */
    resendInvitation: build.mutation({
      ...ask.within('renew_invitation', async ({ id, email }: { id: string; email: string }, call) => {
        const renewed = await call({ invitationId: id });
        const isDone = (renewed.data as { success?: boolean } | null)?.success;
        return isDone ? mail(email, id) : renewed;
      }),
      transformResponse: () => null,
      invalidatesTags: [list],
    }),

    revokeInvitation: build.mutation({
      ...ask('revoke_invitation', (id: string) => ({ invitationId: id })),
      invalidatesTags: [list],
    }),
  }),
});

export const {
  useListTeamQuery,
  useGetMemberProfileQuery,
  useGetActiveMembersQuery,
  useSetMemberRoleMutation,
  useSetMemberSplitMutation,
  useEndMemberSessionsMutation,
  useTransferOwnershipMutation,
  useSetMemberActiveMutation,
  useInvitePersonMutation,
  useResendInvitationMutation,
  useRevokeInvitationMutation,
} = teamApi;
