import {
  toCorrection,
  type BookCorrection,
  type BookCorrectionRow,
  type IsoDate,
} from '@paperplane/shared/domain';
import { api, overrideExisting, type Tag } from '@paperplane/shared/platform';

/** How the books came to be closed through the day they are. */
export interface BooksChange {
  /** False: they were reopened. */
  closed: boolean;
  /** Null where nobody is known any more. */
  by: string | null;
  /** ISO moment. */
  at: string;
  /** Why they were reopened; null where they were closed. */
  reason: string | null;
}

/** A correction as the settings page lists it. */
export interface ListedCorrection extends BookCorrection {
  saleId: string;
  reference: string;
  /** Null: the database did it. */
  by: string | null;
  at: string;
}

/** The closed books of the caller's organization (docs/product/commissions.md, Closed books). */
export interface Books {
  /** Null: nothing is closed. */
  closedThrough: IsoDate | null;
  /** The last day that can be closed. */
  latest: IsoDate;
  /** Null: nobody has closed anything yet. */
  changed: BooksChange | null;
  /** The latest 100, newest first. */
  corrections: ListedCorrection[];
}

interface BooksRow {
  closed_through: IsoDate | null;
  latest: IsoDate;
  changed: BooksChange | null;
  corrections: (BookCorrectionRow & { sale_id: string; reference: string; by: string | null; at: string })[];
}

const toBooks = ({ closed_through, latest, changed, corrections }: BooksRow): Books => ({
  closedThrough: closed_through,
  latest,
  changed,
  corrections: corrections.map((row) => ({
    ...toCorrection(row),
    saleId: row.sale_id,
    reference: row.reference,
    by: row.by,
    at: row.at,
  })),
});

/** Reports name the day. Also after a refusal: another owner may have been faster. */
const TOUCHED: readonly Tag[] = ['Organization', 'Dashboard'];

const booksApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Null to whoever is no admin any more. */
    getBooks: build.query<Books | null, void>({
      query: () => (db) => db.rpc('get_books'),
      transformResponse: (row: BooksRow | null) => row && toBooks(row),
      providesTags: ['Organization', 'Sale'],
    }),

    closeBooks: build.mutation<unknown, IsoDate>({
      query: (through) => (db) => db.rpc('close_books', { through }),
      invalidatesTags: TOUCHED,
    }),

    /** Null for the day: nothing stays closed. */
    reopenBooks: build.mutation<unknown, { through: IsoDate | null; reason: string }>({
      query:
        ({ through, reason }) =>
        (db) =>
          // The generated types know no null where an argument has no default.
          db.rpc('reopen_books', { through: through as IsoDate, reason }),
      invalidatesTags: TOUCHED,
    }),
  }),
});

export const { useGetBooksQuery, useCloseBooksMutation, useReopenBooksMutation } = booksApi;
