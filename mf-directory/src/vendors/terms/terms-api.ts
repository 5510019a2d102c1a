import { api, databaseDoor, overrideExisting, type AnswerOf } from '@paperplane/shared/platform';
import type { RateCategory } from '@paperplane/shared/domain';
import type { contract } from './contract';

type Contract = typeof contract;
const ask = databaseDoor<Contract>();

/** What was agreed with a vendor about rates and bonuses. */
export type VendorTerms = NonNullable<AnswerOf<Contract, 'get_vendor_terms'>>;
export type BonusTerms = VendorTerms['bonuses'][number];
export type RateVersion = VendorTerms['rates'][number];

/** A version of a rate as its form writes it: percent, `yyyy-mm-dd`. */
export interface NewRate {
  vendorId: string;
  category: RateCategory | null;
  rate: number;
  validFrom: string;
  requestKey: string;
}

/** The terms of a bonus as their form writes them. */
export interface TypedBonus {
  vendorId: string;
  periodStart: string;
  periodEnd: string;
  basis: BonusTerms['basis'];
  steps: BonusTerms['steps'];
  /** Those that are changed, at the version that was seen. */
  termsId?: string;
  expectedVersion?: number;
  requestKey?: string;
}

const changed = (_answer: unknown, error: unknown) => (error ? [] : (['Vendor', 'Commission'] as const));

export const termsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Rates by kind and day, and bonuses with how far they are (admins). */
    getVendorTerms: build.query({
      ...ask('get_vendor_terms', (vendorId: string) => ({ vendorId })),
      providesTags: ['Vendor', 'Sale', 'Commission'],
    }),

    /** Adds a version of a rate, once for each key (admins). */
    saveVendorRate: build.mutation({
      ...ask('save_vendor_rate', ({ category, ...rate }: NewRate) => ({
        ...rate,
        ...(category ? { category } : {}),
      })),
      invalidatesTags: changed,
    }),

    /** Takes back a rate that has not begun (admins). */
    removeVendorRate: build.mutation({
      ...ask('remove_vendor_rate', (rateId: string) => ({ rateId })),
      invalidatesTags: changed,
    }),

    /** Adds or changes the terms of a bonus (admins). */
    saveVendorBonusTerms: build.mutation({
      ...ask('save_vendor_bonus_terms', (terms: TypedBonus) => terms),
      invalidatesTags: changed,
    }),

    /** Takes the terms of a bonus away; what is expected already stays (admins). */
    removeVendorBonusTerms: build.mutation({
      ...ask('remove_vendor_bonus_terms', (termsId: string) => ({ termsId })),
      invalidatesTags: changed,
    }),

    /** Makes the bonus of a period a commission that is expected, once for each key (admins). */
    expectVolumeBonus: build.mutation({
      ...ask(
        'expect_volume_bonus',
        (bonus: {
          vendorId: string;
          periodStart: string;
          periodEnd: string;
          amount: number;
          dueOn?: string;
          requestKey: string;
        }) => bonus,
      ),
      invalidatesTags: changed,
    }),
  }),
});

export const {
  useGetVendorTermsQuery,
  useSaveVendorRateMutation,
  useRemoveVendorRateMutation,
  useSaveVendorBonusTermsMutation,
  useRemoveVendorBonusTermsMutation,
  useExpectVolumeBonusMutation,
} = termsApi;
