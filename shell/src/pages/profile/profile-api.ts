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

/** As the row of the person has it. */
export interface OwnChoices {
  /** Of sales that others record, and that are paid. */
  hears_of_sales: boolean;
  /** On the dashboard, as long as some are open. */
  sees_first_steps: boolean;
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

    /** What an admin has chosen for themselves. */
    getOwnChoices: build.query<OwnChoices, string>({
      query: (userId) => (db) =>
        db.from('users').select('hears_of_sales, sees_first_steps').eq('id', userId).single(),
      providesTags: [{ type: 'Notification', id: 'SETTING' }],
    }),

    /** What was chosen is shown from the click on; what was there before comes back where it could not be saved. */
    saveOwnChoices: build.mutation<null, { userId: string; choices: Partial<OwnChoices> }>({
      query:
        ({ userId, choices }) =>
        (db) =>
          db.from('users').update(choices).eq('id', userId).select('id').single(),
      async onQueryStarted({ userId, choices }, { dispatch, queryFulfilled }) {
        const shown = dispatch(
          profileApi.util.updateQueryData('getOwnChoices', userId, (own) => ({ ...own, ...choices })),
        );
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
  useGetOwnChoicesQuery,
  useSaveOwnChoicesMutation,
  useGetOwnCommissionSplitQuery,
  useSaveOwnNameMutation,
  useSaveAvatarMutation,
  useSaveLogoMutation,
} = profileApi;
