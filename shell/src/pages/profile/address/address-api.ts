import { api, databaseDoor, overrideExisting, type AnswerOf } from '@paperplane/shared/platform';
import type { contract } from '../../../contract';

const ask = databaseDoor<typeof contract>();

/** An address that was asked for, and whose link is still to be opened; nobody's where the links are over. */
export type AddressChange = NonNullable<AnswerOf<typeof contract, 'get_address_change'>>;

/** Which endpoint is to ask anew after a change that Auth itself has kept. */
export const ADDRESS = { type: 'Notification', id: 'ADDRESS' } as const;

export const addressApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** The change of address that waits, or null. */
    getAddressChange: build.query({
      ...ask('get_address_change', (_own: void) => ({})),
      providesTags: [ADDRESS],
    }),

    /** Takes it back: the links in both mails are void. */
    withdrawAddressChange: build.mutation({
      ...ask('withdraw_address_change', (_own: void) => ({})),
      invalidatesTags: [ADDRESS],
    }),
  }),
});

export const { useGetAddressChangeQuery, useWithdrawAddressChangeMutation } = addressApi;
