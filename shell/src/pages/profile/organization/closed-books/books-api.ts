import type { IsoDate } from '@paperplane/shared/domain';
import { api, databaseDoor, overrideExisting, type AnswerOf, type Tag } from '@paperplane/shared/platform';
import type { contract } from '../../../../contract';

const ask = databaseDoor<typeof contract>();

/**
 * The closed books of the caller's organization (docs/product/commissions.md, Closed books). Null through which day: nothing is closed;
 * `latest`: the last day that can be; the latest 100 corrections, newest first.
 */
export type Books = NonNullable<AnswerOf<typeof contract, 'get_books'>>;

/** A correction as the settings page lists it. Nobody did it: the database. */
export type ListedCorrection = Books['corrections'][number];

/** Reports name the day. Also after a refusal: another owner may have been faster. */
const TOUCHED: readonly Tag[] = ['Organization', 'Dashboard'];

const booksApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Null to whoever is no admin any more. */
    getBooks: build.query({
      ...ask('get_books', (_own: void) => ({})),
      providesTags: ['Organization', 'Sale'],
    }),

    closeBooks: build.mutation({
      ...ask('close_books', (through: IsoDate) => ({ through })),
      invalidatesTags: TOUCHED,
    }),

    /** Null for the day: nothing stays closed. */
    reopenBooks: build.mutation({
      ...ask('reopen_books', (reopened: { through: IsoDate | null; reason: string }) => ({
        ...reopened,
        // The generated types know no null where an argument has no default.
        through: reopened.through as IsoDate,
      })),
      invalidatesTags: TOUCHED,
    }),
  }),
});

export const { useGetBooksQuery, useCloseBooksMutation, useReopenBooksMutation } = booksApi;
