import type { contract as sharedContract } from '@paperplane/shared/contract';
import {
  api,
  databaseDoor,
  overrideExisting,
  removeImage,
  uploadImage,
  uploadLogoOnce,
  type AnswerOf,
  type DbRequest,
} from '@paperplane/shared/platform';
import { isUnknown, type RecordOutcome } from '@paperplane/shared/records';
import { pictureOfText } from '../parts/picture-text';
import { pageArgs } from '../parts/directory-list';
import type { contract } from './contract';
import { changesOfVendor, toShown, type TypedVendor, type Vendor } from './vendor';
import type { VendorsQuery } from './vendors-list';

type Contract = typeof contract;
const ask = databaseDoor<Contract>();
const askShared = databaseDoor<typeof sharedContract>();

/** What the list asks its function for; its export, too. */
export const toListArgs = (query: VendorsQuery) => ({
  ...pageArgs(query),
  category: query.category || null,
  state: query.status || 'active',
  withoutTerms: query.withoutTerms === 'true',
});

const list = { type: 'Vendor', id: 'LIST' } as const;
/** Names and logos show on these too. */
const SHOWS_VENDORS = ['Sale', 'Commission', 'Dashboard'] as const;

/** Uploads a logo that was typed, before the row that shows it is written: at no moment does a row name a file that is gone. */
async function withLogo(
  { logo }: TypedVendor,
  write: (columns: { logoUrl?: string | null }) => PromiseLike<DbAnswer>,
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
  const answer = await write(logo ? { logoUrl: uploaded?.path ?? null } : {});
  // Perhaps a row shows it: nobody knows.
  if (answer.error && isUnknown(answer.error)) return answer;
  // Then the file no row shows: the new one when nothing was written, else the one it replaced.
  const orphan = isWritten(answer) ? logo && replaced : uploaded?.path;
  if (orphan) await removeImage('logos', orphan);
  return answer;
}

/** What a request of the one client answers. */
type DbAnswer = Awaited<ReturnType<DbRequest>>;

export const vendorsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of vendors with their sums and the counts of all categories, in one request (admins). */
    listVendors: build.query({
      ...ask('list_vendors', toListArgs),
      transformResponse: (page: AnswerOf<Contract, 'list_vendors'>) => ({
        ...page,
        rows: page.rows.map(toShown),
      }),
      providesTags: [list, { type: 'Sale', id: 'LIST' }],
    }),

    /** A vendor with what was sold, is expected, was received and is overdue, and the newest sales (admins). */
    getVendorProfile: build.query({
      ...ask.one('get_vendor_page', (id: string) => ({ vendorId: id })),
      transformResponse: (profile: NonNullable<AnswerOf<Contract, 'get_vendor_page'>>) => ({
        ...profile,
        vendor: toShown(profile.vendor),
      }),
      providesTags: (_answer, _error, id) => [
        { type: 'Vendor', id },
        { type: 'Sale', id: 'LIST' },
        { type: 'Commission', id: 'LIST' },
      ],
    }),

    /** Adds a vendor, once for each key (admins only, which the database enforces). @returns its id */
    addVendor: build.mutation({
      ...askShared.within(
        'create_vendor',
        ({ input, requestKey }: { input: TypedVendor; requestKey: string }, call) => {
          const { logo: _logo, ...vendor } = input;
          return withLogo(input, (logo) => call({ vendor: { ...vendor, ...logo }, requestKey }), {
            isWritten: ({ error }) => !error,
            replaced: null,
            requestKey,
          });
        },
      ),
      invalidatesTags: (_row, error) => (error ? [] : [list]),
    }),

    /**
     * Saves what was changed (admins), unless somebody else has changed the vendor since: then nothing is written, and the answer says who
     * did what.
     */
    updateVendor: build.mutation({
      ...ask.within('update_vendor', ({ before, after }: { before: Vendor; after: TypedVendor }, call) =>
        withLogo(
          after,
          (logo) =>
            call({
              vendorId: before.id,
              expectedVersion: before.version,
              vendor: { ...changesOfVendor(before, after), ...logo },
            }),
          {
            isWritten: ({ data }) => (data as { outcome?: string } | null)?.outcome === 'saved',
            replaced: before.logoPath,
          },
        ),
      ),
      transformResponse: (answer: AnswerOf<Contract, 'update_vendor'>): RecordOutcome<Vendor> =>
        answer.outcome === 'saved'
          ? { saved: true }
          : { saved: false, theirs: toShown(answer.vendor), changes: answer.changes },
      invalidatesTags: (_row, error, { before }) =>
        error ? [] : [list, { type: 'Vendor', id: before.id }, ...SHOWS_VENDORS],
    }),

    /** Takes a vendor out of the pickers, or back in. */
    archiveVendor: build.mutation({
      ...ask('archive_vendor', ({ id, archived }: { id: string; archived: boolean }) => ({
        vendorId: id,
        archived,
      })),
      invalidatesTags: (_done, error, { id }) => (error ? [] : [list, { type: 'Vendor', id }]),
    }),

    /** Deletes a vendor nobody ever booked with; refused otherwise. */
    deleteVendor: build.mutation({
      ...ask.within(
        'delete_vendor',
        async ({ id, logoPath }: { id: string; logoPath: string | null }, call) => {
          const answer = await call({ vendorId: id });
          const isDone = (answer.data as { success?: boolean } | null)?.success;
          if (isDone && logoPath) await removeImage('logos', logoPath);
          return answer;
        },
      ),
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
