import { snakeCase, type IsoDate } from '@paperplane/shared/domain';
import { api, avatarSrc, databaseDoor, logoSrc, overrideExisting } from '@paperplane/shared/platform';
import type { contract } from './contract';
import { hasFailed, type Dashboard, type PartName } from './dashboard';

const ask = databaseDoor<typeof contract>();

/** First and last day; `null` for both means the last 365 days up to the organization's today. */
export interface AskedRange {
  start: IsoDate | null;
  end: IsoDate | null;
}

/** The answer with the addresses of pictures. */
const withPictures = (dashboard: Dashboard): Dashboard => {
  const { topAgents, topVendors } = dashboard;
  return {
    ...dashboard,
    ...(topAgents &&
      !hasFailed(topAgents) && {
        topAgents: topAgents.map((agent) => ({ ...agent, avatarUrl: avatarSrc(agent.avatarUrl) })),
      }),
    ...(topVendors &&
      !hasFailed(topVendors) && {
        topVendors: topVendors.map((vendor) => ({ ...vendor, logoUrl: logoSrc(vendor.logoUrl) })),
      }),
  };
};

export const dashboardApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Everything the page shows in one request, over what the caller may see. */
    getDashboard: build.query({
      ...ask('get_dashboard', ({ start, end }: AskedRange) => ({ startDate: start, endDate: end })),
      transformResponse: withPictures,
      providesTags: ['Dashboard'],
    }),
    /** Puts the first steps away for this person, wherever they sign in. */
    dismissFirstSteps: build.mutation<null, string>({
      query: (userId) => (db) =>
        db.from('users').update({ sees_first_steps: false }).eq('id', userId).select('id').single(),
      invalidatesTags: ['Dashboard', { type: 'Notification', id: 'SETTING' }],
    }),
    /** Asks for one part again and puts it where it is missing. Nothing is changed on the server. */
    askAgain: build.mutation({
      ...ask('get_dashboard', ({ range, part }: { range: AskedRange; part: PartName }) => ({
        startDate: range.start,
        endDate: range.end,
        parts: [snakeCase(part)],
      })),
      transformResponse: withPictures,
      async onQueryStarted({ range }, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(
          dashboardApi.util.updateQueryData('getDashboard', range, (shown) => {
            Object.assign(shown, answer.data);
          }),
        );
      },
    }),
  }),
});

export const { useDismissFirstStepsMutation, useGetDashboardQuery, useAskAgainMutation } = dashboardApi;
