import {
  api,
  overrideExisting,
  removeOtherImages,
  uploadImage,
  type Db,
  type ImageBucket,
} from '@paperplane/shared/platform';

export interface OwnName {
  userId: string;
  firstName: string;
  lastName: string;
}

export interface NewPicture {
  /** The row that shows the picture: the person's, or the organization's. */
  rowId: string;
  /** null removes the picture. */
  picture: Blob | null;
}

/** Everything that shows people by name and face. */
const SHOWS_PEOPLE = [
  'Team',
  'Sale',
  'SaleHistory',
  'Commission',
  'CommissionHistory',
  'Dashboard',
  'Organization',
] as const;

const unsaved = (error: unknown) => ({ data: null, error, count: null, status: 0 });

/** Uploads, then writes the path, then removes the file that was there: at no moment does a row name a file that is gone. */
const savePicture =
  (bucket: ImageBucket, picture: Blob | null, write: (db: Db, path: string | null) => PromiseLike<Saved>) =>
  async (db: Db) => {
    const uploaded = picture ? await uploadImage(bucket, picture) : { path: null };
    if ('error' in uploaded) return unsaved(uploaded.error);
    const saved = await write(db, uploaded.path);
    if (!saved.error) await removeOtherImages(bucket, uploaded.path);
    return saved;
  };

interface Saved {
  data: unknown;
  error: unknown;
  count: number | null;
  status: number;
}

/** The shell's own requests about the signed-in person. */
export const profileApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One's own share of commissions by the terms in force, in percent. */
    getOwnCommissionSplit: build.query<number | null, string>({
      query: (userId) => (db) => db.rpc('get_agreement', { member_id: userId }),
      transformResponse: (terms: { split: number } | null) => terms?.split ?? null,
      providesTags: ['Team'],
    }),

    /** Whether an admin hears of sales that others record, and that are paid. */
    getHearsOfSales: build.query<boolean, string>({
      query: (userId) => (db) => db.from('users').select('hears_of_sales').eq('id', userId).single(),
      transformResponse: (row: { hears_of_sales: boolean }) => row.hears_of_sales,
      providesTags: [{ type: 'Notification', id: 'SETTING' }],
    }),

    /** What was chosen is shown from the click on; what was there before comes back where it could not be saved. */
    saveHearsOfSales: build.mutation<null, { userId: string; hears: boolean }>({
      query:
        ({ userId, hears }) =>
        (db) =>
          db.from('users').update({ hears_of_sales: hears }).eq('id', userId).select('id').single(),
      async onQueryStarted({ userId, hears }, { dispatch, queryFulfilled }) {
        const shown = dispatch(profileApi.util.updateQueryData('getHearsOfSales', userId, () => hears));
        await queryFulfilled.catch(shown.undo);
      },
      invalidatesTags: [{ type: 'Notification', id: 'SETTING' }],
    }),

    saveOwnName: build.mutation<null, OwnName>({
      query:
        ({ userId, firstName, lastName }) =>
        (db) =>
          db
            .from('users')
            .update({ first_name: firstName, last_name: lastName })
            .eq('id', userId)
            .select('id')
            .single(),
      invalidatesTags: SHOWS_PEOPLE,
    }),

    saveAvatar: build.mutation<null, NewPicture>({
      query: ({ rowId, picture }) =>
        savePicture('avatars', picture, (db, path) =>
          db.from('users').update({ avatar_url: path }).eq('id', rowId).select('id').single(),
        ),
      invalidatesTags: SHOWS_PEOPLE,
    }),

    saveLogo: build.mutation<null, NewPicture>({
      query: ({ rowId, picture }) =>
        savePicture('logos', picture, (db, path) =>
          db.from('organizations').update({ logo_url: path }).eq('id', rowId).select('id').single(),
        ),
      invalidatesTags: ['Organization'],
    }),
  }),
});

export const {
  useGetHearsOfSalesQuery,
  useSaveHearsOfSalesMutation,
  useGetOwnCommissionSplitQuery,
  useSaveOwnNameMutation,
  useSaveAvatarMutation,
  useSaveLogoMutation,
} = profileApi;
