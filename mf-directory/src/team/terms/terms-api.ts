import type { contract as sharedContract } from '@paperplane/shared/contract';
import { api, databaseDoor, overrideExisting, type AnswerOf } from '@paperplane/shared/platform';
import type { contract } from '../contract';

type Contract = typeof contract;
const ask = databaseDoor<Contract>();
const askShared = databaseDoor<typeof sharedContract>();

/** A person's terms with all their versions, the newest first. */
export type Agreement = NonNullable<AnswerOf<Contract, 'get_agreement'>>;
export type TermsVersion = Agreement['versions'][number];
export type Tiers = NonNullable<TermsVersion['tiers']>;
export type Override = TermsVersion['overrides'][number];
export type TierStep = Tiers['steps'][number];
/** What a version says, splits in percent. */
export type Terms = Pick<
  TermsVersion,
  'defaultSplit' | 'vendorSplits' | 'categorySplits' | 'tiers' | 'overrides'
>;

/** A version as its form saves it; it holds from a day on (`yyyy-mm-dd`). */
export interface NewVersion {
  memberId: string;
  validFrom: string;
  terms: Terms;
  requestKey: string;
}

export const agreementApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** A person's terms, for the person and admins; null for others. */
    getAgreement: build.query({
      ...ask('get_agreement', (memberId: string) => ({ memberId })),
      providesTags: (_answer, _error, id) => [
        { type: 'Team', id },
        { type: 'Sale', id: 'LIST' },
        { type: 'Commission', id: 'LIST' },
      ],
    }),

    /** Vendors by name for the form: whom one no longer works with is not offered. */
    findVendorsByName: build.query({
      ...askShared('find_vendors_by_name', (search: string) => ({ search })),
      providesTags: ['Vendor'],
    }),

    /** A new version, once for each key; what is recorded keeps its split. */
    saveAgreement: build.mutation({
      ...ask('save_agreement', (version: NewVersion) => version),
      invalidatesTags: (_done, error) => (error ? [] : ['Team']),
    }),
  }),
});

export const { useGetAgreementQuery, useFindVendorsByNameQuery, useSaveAgreementMutation } = agreementApi;
