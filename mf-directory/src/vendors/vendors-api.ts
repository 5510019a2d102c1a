import { api, overrideExisting, removeImage, uploadImage, uploadLogoOnce } from '@paperplane/shared/platform';
import { isUnknown, toOutcome, type OutcomeRow, type RecordOutcome } from '@paperplane/shared/records';
import { toLatestSales, type LatestSales, type LatestSalesRow } from '../parts/latest-sales';
import { oneRecord } from '../parts/one-record';
import { pictureOfText } from '../parts/picture-text';
import { pageArgs } from '../parts/directory-list';
import type { TypedVendor, Vendor, VendorFigures } from './vendor';
import {
  changesOfVendor,
  fromVendorInput,
  toVendor,
  toVendorFigures,
  type VendorFiguresRow,
  type VendorRow,
} from './vendor-rows';
import { toVendorsPage, type VendorsPage, type VendorsPageRow, type VendorsQuery } from './vendors-list';

/** What the list asks its function for; its export, too. */
export const toListArgs = (query: VendorsQuery) => ({
  ...pageArgs(query),
  category: query.category || null,
  state: query.status || 'active',
  without_terms: query.withoutTerms === 'true',
});

const list = { type: 'Vendor', id: 'LIST' } as const;
/** Names and logos show on these too. */
const SHOWS_VENDORS = ['Sale', 'Commission', 'Dashboard'] as const;

/** Uploads a logo that was typed, before the row that shows it is written: at no moment does a row name a file that is gone. */
async function withLogo(
  { logo }: TypedVendor,
  write: (columns: { logo_url?: string | null }) => PromiseLike<DbAnswer>,
  {
    isWritten,
    replaced,
    requestKey,
  }: { isWritten: (answer: DbAnswer) => boolean; replaced: string | null; requestKey?: string },
): Promise<DbAnswer> {
  const picture = logo && logo !== 'none' ? pictureOfText(logo) : null;
  const uploaded =
    picture &&
    (await (requestKey === undefined
      ? uploadImage('logos', picture, 'vendors')
      : uploadLogoOnce(picture, requestKey)));
  if (uploaded && 'error' in uploaded) return { data: null, error: uploaded.error, count: null, status: 0 };
  const answer = await write(logo ? { logo_url: uploaded?.path ?? null } : {});
  // Perhaps a row shows it: nobody knows.
  if (answer.error && isUnknown(answer.error)) return answer;
  // Then the file no row shows: the new one when nothing was written, else the one it replaced.
  const orphan = isWritten(answer) ? logo && replaced : uploaded?.path;
  if (orphan) await removeImage('logos', orphan);
  return answer;
}

/** What a request of the one client answers. */
type DbAnswer = Awaited<ReturnType<typeof oneRecord>>;

export const vendorsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of vendors with their sums and the counts of all categories, in one request (admins). */
    listVendors: build.query<VendorsPage, VendorsQuery>({
      query: (query) => (db) => db.rpc('list_vendors', toListArgs(query)),
      transformResponse: (answer: VendorsPageRow): VendorsPage => toVendorsPage(answer),
      providesTags: [list, { type: 'Sale', id: 'LIST' }],
    }),

    /** A vendor with what was sold, is expected, was received and is overdue, and the newest sales (admins). */
    getVendorProfile: build.query<{ vendor: Vendor; figures: VendorFigures; sales: LatestSales }, string>({
      query: (id) => (db) => oneRecord(db.rpc('get_vendor_page', { vendor_id: id })),
      transformResponse: (answer: {
        vendor: VendorRow;
        figures: VendorFiguresRow;
        sales: LatestSalesRow;
      }) => ({
        vendor: toVendor(answer.vendor),
        figures: toVendorFigures(answer.figures),
        sales: toLatestSales(answer.sales),
      }),
      providesTags: (_answer, _error, id) => [
        { type: 'Vendor', id },
        { type: 'Sale', id: 'LIST' },
        { type: 'Commission', id: 'LIST' },
      ],
    }),

    /** Adds a vendor, once for each key (admins only, which the database enforces). @returns its id */
    addVendor: build.mutation<{ id: string }, { input: TypedVendor; requestKey: string }>({
      query:
        ({ input, requestKey }) =>
        (db) =>
          withLogo(
            input,
            (logo) =>
              db.rpc('create_vendor', {
                vendor: { ...fromVendorInput(input), ...logo },
                request_key: requestKey,
              }),
            { isWritten: ({ error }) => !error, replaced: null, requestKey },
          ),
      invalidatesTags: (_row, error) => (error ? [] : [list]),
    }),

    /**
     * Saves what was changed (admins), unless somebody else has changed the vendor since: then nothing is written, and the answer says who
     * did what.
     */
    updateVendor: build.mutation<RecordOutcome<Vendor>, { before: Vendor; after: TypedVendor }>({
      query:
        ({ before, after }) =>
        (db) =>
          withLogo(
            after,
            (logo) =>
              db.rpc('update_vendor', {
                vendor_id: before.id,
                expected_version: before.version,
                vendor: { ...changesOfVendor(before, after), ...logo },
              }),
            {
              isWritten: ({ data }) => (data as { outcome?: string } | null)?.outcome === 'saved',
              replaced: before.logoPath,
            },
          ),
      transformResponse: (answer: OutcomeRow<'vendor', VendorRow>) => toOutcome(answer, 'vendor', toVendor),
      invalidatesTags: (_row, error, { before }) =>
        error ? [] : [list, { type: 'Vendor', id: before.id }, ...SHOWS_VENDORS],
    }),

    /** Takes a vendor out of the pickers, or back in. */
    archiveVendor: build.mutation<null, { id: string; archived: boolean }>({
      query:
        ({ id, archived }) =>
        (db) =>
          db.rpc('archive_vendor', { vendor_id: id, archived }),
      transformResponse: () => null,
      invalidatesTags: (_done, error, { id }) => (error ? [] : [list, { type: 'Vendor', id }]),
    }),

    /** Deletes a vendor nobody ever booked with; refused otherwise. */
    deleteVendor: build.mutation<null, { id: string; logoPath: string | null }>({
      query:
        ({ id, logoPath }) =>
        async (db) => {
          const answer = await db.rpc('delete_vendor', { vendor_id: id });
          const isDone = (answer.data as { success?: boolean } | null)?.success;
          if (isDone && logoPath) await removeImage('logos', logoPath);
          return answer;
        },
      transformResponse: () => null,
      invalidatesTags: (_done, error) => (error ? [] : [list]),
    }),
  }),
});

export const {
  useListVendorsQuery,
  useGetVendorProfileQuery,
  useAddVendorMutation,
  useUpdateVendorMutation,
  useArchiveVendorMutation,
  useDeleteVendorMutation,
} = vendorsApi;
