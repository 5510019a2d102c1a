import { snakeCase, type IsoDate } from '@paperplane/shared/domain';
import {
  api,
  avatarSrc,
  databaseDoor,
  logoSrc,
  overrideExisting,
  type AnswerOf,
} from '@paperplane/shared/platform';
import type { contract } from './contract';
import { hasFailed, type Dashboard, type PartName } from './dashboard';

const ask = databaseDoor<typeof contract>();

/** First and last day; `null` for both means the last 365 days up to the organization's today. */
export interface AskedRange {
  start: IsoDate | null;
  end: IsoDate | null;
}

/** The first steps of an agency that are done, and what it has not said yet; without a sale it is still new. */
export type FirstStepsDone = NonNullable<AnswerOf<typeof contract, 'get_first_steps'>>;

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
    /** What a new agency has done of its first steps (admins). */
    getFirstSteps: build.query(ask('get_first_steps', (_own: void) => ({}))),
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

export const { useGetFirstStepsQuery, useGetDashboardQuery, useAskAgainMutation } = dashboardApi;
