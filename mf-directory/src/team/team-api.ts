import { toDatabase } from '@paperplane/shared/domain';
import type { PersonName } from '@paperplane/shared/domain';
import { api, inviteMember, overrideExisting, mailInvitation } from '@paperplane/shared/platform';
import { isUnknown } from '@paperplane/shared/records';
import { oneRecord } from '../parts/one-record';
import { pageArgs } from '../parts/directory-list';
import type { MemberProfile } from './team';
import { toTeamPage, type TeamPage, type TeamPageRow, type TeamQuery } from './team-list';
import { toMemberProfile, type ProfileRow } from './team-rows';

/** Somebody a sale can be given to. */
export interface ActiveMember extends PersonName {
  id: string;
}

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
    listTeam: build.query<TeamPage, TeamQuery>({
      query: (query) => (db) => db.rpc('list_team', toDatabase(toListArgs(query)) as never),
      transformResponse: (answer: TeamPageRow) => toTeamPage(answer),
      providesTags: [list, { type: 'Sale', id: 'LIST' }],
    }),

    /** A member with terms, figures, payouts and the newest sales (admins). */
    getMemberProfile: build.query<MemberProfile, string>({
      query: (id) => (db) => oneRecord(db.rpc('get_member_page', { member_id: id })),
      transformResponse: (answer: ProfileRow) => toMemberProfile(answer),
      providesTags: (_member, _error, id) => [
        { type: 'Team', id },
        { type: 'Sale', id: 'LIST' },
        { type: 'Commission', id: 'LIST' },
      ],
    }),

    /** Who is active, by name. */
    getActiveMembers: build.query<ActiveMember[], void>({
      query: () => (db) =>
        db
          .from('users')
          .select('id, first_name, last_name')
          .eq('is_active', true)
          .order('first_name')
          .order('last_name')
          .limit(MEMBERS),
      transformResponse: (rows: { id: string; first_name: string; last_name: string }[]) =>
        rows.map((row) => ({ id: row.id, firstName: row.first_name, lastName: row.last_name })),
      providesTags: [list],
    }),

    setMemberRole: build.mutation<null, { id: string; role: 'admin' | 'agent' }>({
      query:
        ({ id, role }) =>
        (db) =>
          db.rpc('set_member_role', { member_id: id, role }),
      transformResponse: () => null,
      invalidatesTags: (_done, error) => (error ? [] : ['Team']),
    }),

    /** For the sales to come; the change is kept. @param split percent */
    setMemberSplit: build.mutation<null, { id: string; split: number }>({
      query:
        ({ id, split }) =>
        (db) =>
          db.rpc('set_member_split', { member_id: id, commission_split: split }),
      transformResponse: () => null,
      invalidatesTags: (_done, error) => (error ? [] : ['Team']),
    }),

    /** Makes a member the owner, and the caller an admin. */
    transferOwnership: build.mutation<null, string>({
      query: (id) => (db) => db.rpc('transfer_ownership', { member_id: id }),
      transformResponse: () => null,
      invalidatesTags: (_done, error) => (error ? [] : ['Team']),
    }),

    /** Lets a member in or shuts them out; `reassignTo` takes over their open sales. @returns how many went over */
    setMemberActive: build.mutation<number, { id: string; active: boolean; reassignTo?: string }>({
      query:
        ({ id, active, reassignTo }) =>
        (db) =>
          db.rpc('set_member_active', {
            member_id: id,
            active,
            ...(reassignTo ? { reassign_to: reassignTo } : {}),
          }),
      transformResponse: (answer: { reassigned?: number }) => answer.reassigned ?? 0,
      invalidatesTags: (_count, error, { reassignTo }) =>
        error ? [] : reassignTo ? ['Team', 'Sale', 'Commission', 'Dashboard'] : ['Team'],
    }),

    /** Writes an invitation and mails its link, once for each key. @returns whether the mail left */
    invitePerson: build.mutation<{ mailed: boolean }, Invitation & { requestKey: string }>({
      query: (invitation) => () => invite(invitation),
      invalidatesTags: (_done, error) => (error ? [] : [list]),
    }),

    /** Seven days from now again, and a fresh mail. */
    resendInvitation: build.mutation<null, { id: string; email: string }>({
      query:
        ({ id, email }) =>
        async (db) => {
          const renewed = await db.rpc('renew_invitation', { invitation_id: id });
          const isDone = (renewed.data as { success?: boolean } | null)?.success;
          return isDone ? mail(email, id) : renewed;
        },
      transformResponse: () => null,
      invalidatesTags: [list],
    }),

    revokeInvitation: build.mutation<null, string>({
      query: (id) => (db) => db.rpc('revoke_invitation', { invitation_id: id }),
      transformResponse: () => null,
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
  useTransferOwnershipMutation,
  useSetMemberActiveMutation,
  useInvitePersonMutation,
  useResendInvitationMutation,
  useRevokeInvitationMutation,
} = teamApi;
