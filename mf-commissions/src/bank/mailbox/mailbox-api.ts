import { databaseDoor, overrideExisting } from '@paperplane/shared/platform';
import { api } from '../../parts/api';
import type { BankContract } from '../bank-types';

const ask = databaseDoor<BankContract>();

export const mailboxApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** The address, senders that wait, and what became of the last mails. */
    getMailbox: build.query({
      ...ask('get_mailbox', (_own: void) => ({})),
      providesTags: ['Bank'],
    }),

    renewMailbox: build.mutation({
      ...ask('renew_mailbox_token', (_own: void) => ({})),
      invalidatesTags: ['Bank'],
    }),

    /** Mails that wait are this vendor's, or (without one) are left out; `remember`: from now on. */
    answerWaitingMail: build.mutation({
      ...ask(
        'answer_waiting_mail',
        (answer: { address: string; vendorId: string | null; remember: boolean }) => answer,
      ),
      invalidatesTags: ['Bank'],
    }),

    forgetMailSender: build.mutation({
      ...ask('forget_mail_sender', (address: string) => ({ address })),
      invalidatesTags: ['Bank'],
    }),
  }),
});

export const {
  useGetMailboxQuery,
  useRenewMailboxMutation,
  useAnswerWaitingMailMutation,
  useForgetMailSenderMutation,
} = mailboxApi;
