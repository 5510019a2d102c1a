import type { IsoDate } from '@paperplane/shared/domain';
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

export type PayoutHold = 'off' | 'departure' | 'return';

/** What agents get of a short payment: their share of what was expected, or of what was received. */
export type ShortPaymentShare = 'expected' | 'received';

/** When and by whom agents are paid. */
export interface PayoutSettings {
  /** Until when a received commission waits. */
  holdUntil: PayoutHold;
  /** Agents who would get less wait for the next payout. */
  minimumAmount: number;
  secondApproval: boolean;
  paidOn: ShortPaymentShare;
}

/** Who pays, as statements print it. */
export interface StatementDetails {
  email: string;
  phone: string | null;
  postalAddress: string | null;
  taxNumber: string | null;
}

interface SettingsRow {
  email: string;
  phone: string | null;
  postal_address: string | null;
  tax_number: string | null;
  name: string;
  default_commission_split: number;
  time_zone: string;
  currency: string;
  support_email: string | null;
  commission_received_on: ReceiptPolicy;
  match_certain_on_import: boolean;
  payout_hold_until: PayoutHold;
  payout_minimum_amount: number;
  payout_second_approval: boolean;
  agents_paid_on: ShortPaymentShare;
}

interface SettingsRows {
  row: SettingsRow;
  hasSales: boolean;
  tracking: ReceiptTracking;
}

export interface SettingsAnswer extends OrganizationSettings {
  /** The currency is fixed by the first sale. */
  hasSales: boolean;
  receiptPolicy: ReceiptPolicy;
  /** Whether what is certain is matched as soon as a bank file is imported. */
  matchesCertain: boolean;
  payouts: PayoutSettings;
  tracking: ReceiptTracking;
  statements: StatementDetails;
}

/** Since when the agency tracks what vendors pay (docs/product.md, Due dates and overdue). */
export interface ReceiptTracking {
  /** Null: it has said no day. */
  since: IsoDate | null;
  /** The first day of the oldest bank import; null without one. */
  proposed: IsoDate | null;
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
            .select(
              'name, email, phone, postal_address, tax_number, default_commission_split, time_zone, currency, support_email, commission_received_on, match_certain_on_import, payout_hold_until, payout_minimum_amount, payout_second_approval, agents_paid_on',
            )
            .eq('id', id)
            .single(),
          db.from('sales').select('id').limit(1),
          db.rpc('get_receipt_tracking'),
        ]);
        if (settings.error) return settings;
        if (sales.error) return sales;
        if (tracking.error) return tracking;
        return {
          ...settings,
          data: { row: settings.data, hasSales: sales.data.length > 0, tracking: tracking.data },
        };
      },
      transformResponse: ({ row, hasSales, tracking }: SettingsRows) => ({
        organizationName: row.name,
        defaultCommissionSplit: row.default_commission_split,
        timeZone: row.time_zone,
        currency: row.currency,
        supportEmail: row.support_email,
        hasSales,
        receiptPolicy: row.commission_received_on,
        matchesCertain: row.match_certain_on_import,
        payouts: {
          holdUntil: row.payout_hold_until,
          minimumAmount: row.payout_minimum_amount,
          secondApproval: row.payout_second_approval,
          paidOn: row.agents_paid_on,
        },
        tracking,
        statements: {
          email: row.email,
          phone: row.phone,
          postalAddress: row.postal_address,
          taxNumber: row.tax_number,
        },
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

    saveStatementDetails: build.mutation<null, StatementDetails & { id: string }>({
      query:
        ({ id, email, phone, postalAddress, taxNumber }) =>
        (db) =>
          db
            .from('organizations')
            .update({ email, phone, postal_address: postalAddress, tax_number: taxNumber })
            .eq('id', id)
            .select('id')
            .single(),
      invalidatesTags: ['Organization'],
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

    savePayoutSettings: build.mutation<null, PayoutSettings & { id: string }>({
      query:
        ({ id, holdUntil, minimumAmount, secondApproval, paidOn }) =>
        (db) =>
          db
            .from('organizations')
            .update({
              payout_hold_until: holdUntil,
              payout_minimum_amount: minimumAmount,
              payout_second_approval: secondApproval,
              agents_paid_on: paidOn,
            })
            .eq('id', id)
            .select('id')
            .single(),
      // What can be paid now depends on them.
      invalidatesTags: ['Organization', 'Commission'],
    }),

    saveReceiptTracking: build.mutation<null, { id: string; since: IsoDate | null }>({
      query:
        ({ id, since }) =>
        (db) =>
          db
            .from('organizations')
            .update({ receipts_tracked_since: since })
            .eq('id', id)
            .select('id')
            .single(),
      // What vendors owe depends on it.
      invalidatesTags: ['Organization', 'Commission', 'Vendor', 'Dashboard'],
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
  useSaveMatchesCertainMutation,
  useSavePayoutSettingsMutation,
  useSaveReceiptTrackingMutation,
  useSaveStatementDetailsMutation,
} = organizationApi;
