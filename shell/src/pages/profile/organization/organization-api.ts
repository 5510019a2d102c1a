import type { AmountNotation, DateOrder, IsoDate } from '@paperplane/shared/domain';
import { api, overrideExisting, type OfflineReading } from '@paperplane/shared/platform';

/** When a commission counts as received (docs/product/commissions.md, When is commission received). */
export type ReceiptPolicy = 'sale_paid' | 'deposit_matched';

/** Until when a received commission waits. */
export type PayoutHold = 'off' | 'departure' | 'return';

/** What agents get of a short payment: their share of what was expected, or of what was received. */
export type ShortPaymentShare = 'expected' | 'received';

/** What an owner decides for the whole organization. */
export interface OrganizationSettings {
  organizationName: string;
  supportEmail: string | null;
  timeZone: string;
  currency: string;
  notation: AmountNotation;
  dateOrder: DateOrder;
  /** Percent, for people who join from now on. */
  defaultCommissionSplit: number;
  receiptPolicy: ReceiptPolicy;
  /** Since when what vendors pay is tracked (docs/product/commissions.md, Due dates and overdue). Null: it has said no day. */
  receiptsTrackedSince: IsoDate | null;
  /** Whether what is certain is matched as soon as a bank file is imported. */
  matchesCertain: boolean;
  /** How many percent less may come for a booking that the text names, to be certain: 0 to 6. */
  certainWithin: number;
  holdUntil: PayoutHold;
  /** Agents who would get less wait for the next payout. */
  minimumAmount: number;
  secondApproval: boolean;
  paidOn: ShortPaymentShare;
  /** Who pays, as statements print it. */
  email: string;
  phone: string | null;
  postalAddress: string | null;
  taxNumber: string | null;
  /** Whose devices keep what they opened (docs/product/platform.md, Reading offline). */
  offlineReading: OfflineReading;
}

/** The column of each setting. */
const COLUMNS = {
  organizationName: 'name',
  supportEmail: 'support_email',
  timeZone: 'time_zone',
  currency: 'currency',
  notation: 'amount_notation',
  dateOrder: 'date_order',
  defaultCommissionSplit: 'default_commission_split',
  receiptPolicy: 'commission_received_on',
  receiptsTrackedSince: 'receipts_tracked_since',
  matchesCertain: 'match_certain_on_import',
  certainWithin: 'match_certain_within',
  holdUntil: 'payout_hold_until',
  minimumAmount: 'payout_minimum_amount',
  secondApproval: 'payout_second_approval',
  paidOn: 'agents_paid_on',
  email: 'email',
  phone: 'phone',
  postalAddress: 'postal_address',
  taxNumber: 'tax_number',
  offlineReading: 'offline_reading',
} as const satisfies Record<keyof OrganizationSettings, string>;

type Setting = keyof OrganizationSettings;
type SettingsRow = { [K in Setting as (typeof COLUMNS)[K]]: OrganizationSettings[K] };
const SETTINGS = Object.keys(COLUMNS) as Setting[];

export interface SettingsAnswer extends OrganizationSettings {
  /** The currency is fixed by the first sale. */
  hasSales: boolean;
  /** The first day of the oldest bank import, proposed as the day of tracking; null without one. */
  proposedTracking: IsoDate | null;
}

/** The settings of the caller's organization; admins read, an owner writes. */
export const organizationApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    getOrganizationSettings: build.query<SettingsAnswer, string>({
      query: (id) => async (db) => {
        const [settings, sales, tracking] = await Promise.all([
          db
            .from('organizations')
            .select(Object.values(COLUMNS).join(', '))
            .eq('id', id)
            .single()
            .overrideTypes<SettingsRow, { merge: false }>(),
          db.from('sales').select('id').limit(1),
          db.rpc('get_receipt_tracking'),
        ]);
        if (settings.error) return settings;
        if (sales.error) return sales;
        if (tracking.error) return tracking;
        return {
          ...settings,
          data: {
            row: settings.data,
            hasSales: sales.data.length > 0,
            proposed: (tracking.data as { proposed: IsoDate | null }).proposed,
          },
        };
      },
      transformResponse: (answer: { row: SettingsRow; hasSales: boolean; proposed: IsoDate | null }) => ({
        ...(Object.fromEntries(SETTINGS.map((name) => [name, answer.row[COLUMNS[name]]])) as Record<
          Setting,
          unknown
        > as OrganizationSettings),
        hasSales: answer.hasSales,
        proposedTracking: answer.proposed,
      }),
      providesTags: ['Organization', 'Sale'],
    }),

    /** Saves what has changed, all of it or nothing. */
    saveOrganizationSettings: build.mutation<null, { id: string; changes: Partial<OrganizationSettings> }>({
      query:
        ({ id, changes }) =>
        (db) =>
          db
            .from('organizations')
            .update(
              Object.fromEntries(
                SETTINGS.filter((name) => name in changes).map((name) => [COLUMNS[name], changes[name]]),
              ) as Partial<SettingsRow>,
            )
            .eq('id', id)
            .select('id')
            .single(),
      // A day's sums depend on the time zone, what can be paid and what vendors owe on the rest.
      invalidatesTags: ['Organization', 'Commission', 'Vendor', 'Dashboard'],
    }),
  }),
});

export const { useGetOrganizationSettingsQuery, useSaveOrganizationSettingsMutation } = organizationApi;
