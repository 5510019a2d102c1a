import { api, databaseDoor, overrideExisting, rows, type AnswerOf } from '@paperplane/shared/platform';
import type { contract } from '../contract';

const ask = databaseDoor<typeof contract>();

type Chases = AnswerOf<typeof contract, 'get_vendor_chases'>;
/** The last e-mail that asked a vendor. */
export type Chase = Chases['chases'][number];

type Plans = AnswerOf<typeof contract, 'list_mail_plans'>;
/** What is sent by mail by the calendar. */
export type MailPlan = Plans['plans'][number];

/** An e-mail to a vendor, as it was written. */
export interface ChaseInput {
  vendorId: string;
  email: { to: string; subject: string; body: string };
  /** Null: once. */
  everyDays: number | null;
  /** Although a deposit of it waits. */
  anyway: boolean;
  requestKey: string;
}

/** When a plan sends what to whom. */
export interface PlanInput {
  savedReportId: string | null;
  every: MailPlan['every'];
  day: number;
  hour: number;
  userIds: string[];
  /** Of the plan that is changed; null for a new one. */
  version: number | null;
}

/** Somebody of the agency who can get a report. */
export interface Recipient {
  id: string;
  firstName: string;
  lastName: string;
  role: string;
}

export const mailApi = api
  .enhanceEndpoints({ addTagTypes: ['Chase', 'MailPlan', 'SavedReport'] })
  .injectEndpoints({
    overrideExisting: overrideExisting(),
    endpoints: (build) => ({
      /** The last e-mail that asked each vendor, or one of them; of one also whom to ask. */
      getVendorChases: build.query({
        ...ask('get_vendor_chases', ({ vendorId }: { vendorId?: string }) => (vendorId ? { vendorId } : {})),
        transformResponse: (answer: Chases) => answer,
        providesTags: ['Chase'],
      }),

      sendVendorChase: build.mutation({
        ...ask('send_vendor_chase', ({ vendorId, email, everyDays, anyway, requestKey }: ChaseInput) => ({
          vendorId,
          toAddress: email.to.trim(),
          subject: email.subject,
          body: email.body,
          requestKey,
          ...(everyDays !== null && { everyDays }),
          ...(anyway && { althoughDepositWaits: true }),
        })),
        invalidatesTags: ['Chase', 'Dashboard'],
      }),

      stopVendorChase: build.mutation({
        ...ask('stop_vendor_chase', (chaseId: string) => ({ chaseId })),
        invalidatesTags: ['Chase'],
      }),

      listMailPlans: build.query({
        ...ask('list_mail_plans', (_all: void) => ({})),
        transformResponse: (answer: Plans) => answer,
        providesTags: ['MailPlan', 'SavedReport'],
      }),

      saveMailPlan: build.mutation({
        ...ask('save_mail_plan', ({ version, ...plan }: PlanInput) => ({
          plan,
          ...(version !== null && { expectedVersion: version }),
        })),
        invalidatesTags: ['MailPlan'],
      }),

      deleteMailPlan: build.mutation({
        ...ask('delete_mail_plan', (planId: string) => ({ planId })),
        invalidatesTags: ['MailPlan'],
      }),

      leaveMailPlan: build.mutation({
        ...ask('leave_mail_plan', (planId: string) => ({ planId })),
        invalidatesTags: ['MailPlan'],
      }),

      /** Everybody active in the agency. */
      getRecipients: build.query({
        ...rows(
          (_all: void) => (db) =>
            db
              .from('users')
              .select('id, first_name, last_name, role')
              .eq('is_active', true)
              .order('first_name')
              .order('last_name')
              .order('id'),
        ),
        transformResponse: (people: Recipient[]) => people,
        providesTags: ['Team'],
      }),
    }),
  });

export const {
  useGetVendorChasesQuery,
  useSendVendorChaseMutation,
  useStopVendorChaseMutation,
  useListMailPlansQuery,
  useSaveMailPlanMutation,
  useDeleteMailPlanMutation,
  useLeaveMailPlanMutation,
  useGetRecipientsQuery,
} = mailApi;
