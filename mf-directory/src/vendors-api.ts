import { api, overrideExisting, removeImage, uploadImage, type Db } from '@paperplane/shared/platform';
import { oneRecord } from './parts/one-record';
import { pictureOfText } from './parts/picture-text';
import { pageArgs } from './parts/use-list-address';
import type { TypedVendor, Vendor, VendorFigures } from './vendors/vendor';
import {
  fromVendorInput,
  toVendor,
  toVendorFigures,
  type VendorFiguresRow,
  type VendorRow,
} from './vendors/vendor-rows';
import {
  toVendorsPage,
  type VendorsPage,
  type VendorsPageRow,
  type VendorsQuery,
} from './vendors/vendors-list';

/** What is saved. */
export interface SaveVendor {
  /** Without it a vendor is added. */
  id?: string;
  input: TypedVendor;
  /** Path of the logo the vendor has now. */
  logoPath?: string | null;
}

/** What the list asks its function for; its export, too. */
export const toListArgs = (query: VendorsQuery) => ({
  ...pageArgs(query),
  category: query.category || null,
  state: query.status || 'active',
});

const list = { type: 'Vendor', id: 'LIST' } as const;
/** Names and logos show on these too. */
const SHOWS_VENDORS = ['Sale', 'Commission', 'Dashboard'] as const;

/** Uploads, then writes the row, then removes the file no row shows: at no moment does a row name a file that is gone. */
const saveVendor =
  ({ id, input, logoPath = null }: SaveVendor) =>
  async (db: Db) => {
    const { logo } = input;
    const uploaded =
      logo && logo !== 'none' ? await uploadImage('logos', pictureOfText(logo), 'vendors') : null;
    if (uploaded && 'error' in uploaded) return { data: null, error: uploaded.error, count: null, status: 0 };
    const row = {
      ...fromVendorInput(input),
      ...(logo ? { logo_url: uploaded?.path ?? null } : {}),
    };
    const table = db.from('vendors');
    const saved = await (id ? table.update(row).eq('id', id) : table.insert(row)).select('id').single();
    const orphan = saved.error ? uploaded?.path : logo && logoPath;
    if (orphan) await removeImage('logos', orphan);
    return saved;
  };

const vendorsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of vendors with their sums and the counts of all categories, in one request (admins). */
    listVendors: build.query<VendorsPage, VendorsQuery>({
      query: (query) => (db) => db.rpc('list_vendors', toListArgs(query)),
      transformResponse: (answer: VendorsPageRow): VendorsPage => toVendorsPage(answer),
      providesTags: [list, { type: 'Sale', id: 'LIST' }],
    }),

    /** A vendor with what was sold, is expected, was received and is overdue (admins). */
    getVendorProfile: build.query<{ vendor: Vendor; figures: VendorFigures }, string>({
      query: (id) => (db) => oneRecord(db.rpc('get_vendor_profile', { vendor_id: id })),
      transformResponse: (answer: { vendor: VendorRow; figures: VendorFiguresRow }) => ({
        vendor: toVendor(answer.vendor),
        figures: toVendorFigures(answer.figures),
      }),
      providesTags: (_answer, _error, id) => [
        { type: 'Vendor', id },
        { type: 'Sale', id: 'LIST' },
        { type: 'Commission', id: 'LIST' },
      ],
    }),

    /** Adds or changes a vendor (admins only, which the database enforces). @returns its id */
    saveVendor: build.mutation<{ id: string }, SaveVendor>({
      query: saveVendor,
      invalidatesTags: (_row, error, { id }) =>
        error ? [] : id ? [list, { type: 'Vendor', id }, ...SHOWS_VENDORS] : [list],
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
  useSaveVendorMutation,
  useArchiveVendorMutation,
  useDeleteVendorMutation,
} = vendorsApi;
