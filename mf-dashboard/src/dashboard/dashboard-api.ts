import type { IsoDate } from '@paperplane/shared/domain';
import { api, overrideExisting } from '@paperplane/shared/platform';
import type { Dashboard, PartName } from './dashboard';
import { rowName, toDashboard, type DashboardRow } from './dashboard-rows';

/** First and last day; `null` for both means the last 365 days up to the organization's today. */
export interface AskedRange {
  start: IsoDate | null;
  end: IsoDate | null;
}

/** The first steps of an agency that are done; without a sale it is still new. */
export interface FirstStepsDone {
  /** Currency, notation or time zone were saved. */
  agency: boolean;
  /** What agents get, or when, was saved. */
  split: boolean;
  vendor: boolean;
  sale: boolean;
  /** Somebody else is there or invited. */
  people: boolean;
  /** A file of the bank was imported. */
  bank: boolean;
  /** Vendors with whom no due days are agreed. */
  vendorsWithoutTerms: number;
  /** Percent that agents get unless said otherwise. */
  defaultSplit: number;
  receivedOn: 'sale_paid' | 'deposit_matched';
}

type FirstStepsRow = Pick<FirstStepsDone, 'agency' | 'split' | 'vendor' | 'sale' | 'people' | 'bank'> & {
  vendors_without_terms: number;
  default_split: number;
  received_on: FirstStepsDone['receivedOn'];
};

export const dashboardApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Everything the page shows in one request, over what the caller may see. */
    getDashboard: build.query<Dashboard, AskedRange>({
      query:
        ({ start, end }) =>
        (db) =>
          db.rpc('get_dashboard', { start_date: start, end_date: end }),
      transformResponse: (row: DashboardRow) => toDashboard(row),
      providesTags: ['Dashboard'],
    }),
    /** What a new agency has done of its first steps (admins). */
    getFirstSteps: build.query<FirstStepsDone | null, void>({
      query: () => (db) => db.rpc('get_first_steps'),
      transformResponse: (row: FirstStepsRow | null) =>
        row && {
          ...row,
          vendorsWithoutTerms: row.vendors_without_terms,
          defaultSplit: row.default_split,
          receivedOn: row.received_on,
        },
    }),
    /** Asks for one part again and puts it where it is missing. Nothing is changed on the server. */
    askAgain: build.mutation<Dashboard, { range: AskedRange; part: PartName }>({
      query:
        ({ range: { start, end }, part }) =>
        (db) =>
          db.rpc('get_dashboard', { start_date: start, end_date: end, parts: [rowName(part)] }),
      transformResponse: (row: DashboardRow) => toDashboard(row),
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
