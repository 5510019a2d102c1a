import { api, overrideExisting } from '@paperplane/shared/platform';

/** What an owner decides for the whole organization. */
export interface OrganizationSettings {
  organizationName: string;
  /** Percent, for people who join from now on. */
  defaultCommissionSplit: number;
  timeZone: string;
  currency: string;
  supportEmail: string | null;
}

/** When a commission counts as received (docs/product.md, When is commission received). */
export type ReceiptPolicy = 'sale_paid' | 'deposit_matched';

interface SettingsRow {
  name: string;
  default_commission_split: number;
  time_zone: string;
  currency: string;
  support_email: string | null;
  commission_received_on: ReceiptPolicy;
}

export interface SettingsAnswer extends OrganizationSettings {
  /** The currency is fixed by the first sale. */
  hasSales: boolean;
  receiptPolicy: ReceiptPolicy;
}

/** The settings of the caller's organization; admins read, an owner writes. */
export const organizationApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    getOrganizationSettings: build.query<SettingsAnswer, string>({
      query: (id) => async (db) => {
        const [settings, sales] = await Promise.all([
          db
            .from('organizations')
            .select(
              'name, default_commission_split, time_zone, currency, support_email, commission_received_on',
            )
            .eq('id', id)
            .single(),
          db.from('sales').select('id').limit(1),
        ]);
        if (settings.error) return settings;
        if (sales.error) return sales;
        return { ...settings, data: { row: settings.data, hasSales: sales.data.length > 0 } };
      },
      transformResponse: ({ row, hasSales }: { row: SettingsRow; hasSales: boolean }) => ({
        organizationName: row.name,
        defaultCommissionSplit: row.default_commission_split,
        timeZone: row.time_zone,
        currency: row.currency,
        supportEmail: row.support_email,
        hasSales,
        receiptPolicy: row.commission_received_on,
      }),
      providesTags: ['Organization', 'Sale'],
    }),

    saveOrganizationSettings: build.mutation<null, OrganizationSettings & { id: string }>({
      query: (settings) => (db) =>
        db
          .from('organizations')
          .update({
            name: settings.organizationName,
            default_commission_split: settings.defaultCommissionSplit,
            time_zone: settings.timeZone,
            currency: settings.currency,
            support_email: settings.supportEmail,
          })
          .eq('id', settings.id)
          .select('id')
          .single(),
      // A day's sums depend on the time zone.
      invalidatesTags: ['Organization', 'Dashboard'],
    }),

    /** Whether what is certain is matched as soon as a bank file is imported. */
    getMatchesCertain: build.query<boolean, string>({
      query: (id) => (db) => db.from('organizations').select('match_certain_on_import').eq('id', id).single(),
      transformResponse: (row: { match_certain_on_import: boolean }) => row.match_certain_on_import,
      providesTags: ['Organization'],
    }),

    saveMatchesCertain: build.mutation<null, { id: string; matches: boolean }>({
      query:
        ({ id, matches }) =>
        (db) =>
          db
            .from('organizations')
            .update({ match_certain_on_import: matches })
            .eq('id', id)
            .select('id')
            .single(),
      invalidatesTags: ['Organization'],
    }),

    saveReceiptPolicy: build.mutation<null, { id: string; policy: ReceiptPolicy }>({
      query:
        ({ id, policy }) =>
        (db) =>
          db
            .from('organizations')
            .update({ commission_received_on: policy })
            .eq('id', id)
            .select('id')
            .single(),
      invalidatesTags: ['Organization'],
    }),
  }),
});

export const {
  useGetOrganizationSettingsQuery,
  useSaveOrganizationSettingsMutation,
  useSaveReceiptPolicyMutation,
  useGetMatchesCertainQuery,
  useSaveMatchesCertainMutation,
} = organizationApi;
