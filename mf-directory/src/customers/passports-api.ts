import { api, databaseDoor, overrideExisting } from '@paperplane/shared/platform';
import { disclosed } from '../parts/disclosed';
import { createSecretHandoff } from '../parts/secret-handoff';
import type { contract } from './contract';
import type { PassportInput } from './profile';

const ask = databaseDoor<typeof contract>();

/** Passport numbers on their way to the one component that asked for them, and from the one that typed them. */
const revealed = createSecretHandoff<string>();
const typed = createSecretHandoff<PassportInput>();

interface Owned {
  customerId: string;
}

const passportsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Adds or changes a passport; without a number the stored one is kept. The store sees a ticket only. */
    savePassport: build.mutation({
      ...ask('save_passport', ({ customerId, ticket }: Owned & { ticket: string }) => ({
        customerId,
        passport: typed.take(ticket) ?? {},
      })),
      invalidatesTags: (_answer, error, { customerId }) =>
        error ? [] : [{ type: 'Customer', id: customerId }],
    }),

    deletePassport: build.mutation({
      ...ask('delete_passport', ({ passportId }: Owned & { passportId: string }) => ({ passportId })),
      invalidatesTags: (_answer, error, { customerId }) =>
        error ? [] : [{ type: 'Customer', id: customerId }],
    }),

    /** Asks for a number, and reads it once it is written down who did. @returns the ticket to take the number with */
    revealPassport: build.mutation<string, Owned & { passportId: string }>({
      query:
        ({ passportId }) =>
        (db) =>
          disclosed(
            db.rpc('reveal_passport', { passport_id: passportId }),
            (id) => db.rpc('read_passport_number', { disclosure_id: id }),
            revealed,
          ),
      invalidatesTags: (_answer, error, { customerId }) =>
        error ? [] : [{ type: 'Customer', id: `${customerId} reveals` }],
    }),

    /** Who has seen which number of this customer, newest first. */
    getPassportReveals: build.query({
      ...ask('get_passport_reveals', (customerId: string) => ({ customerId })),
      providesTags: (_reveals, _error, customerId) => [{ type: 'Customer', id: `${customerId} reveals` }],
    }),
  }),
});

export const takeRevealed = revealed.take;
export const handOffPassport = typed.put;

export const {
  useSavePassportMutation,
  useDeletePassportMutation,
  useRevealPassportMutation,
  useGetPassportRevealsQuery,
} = passportsApi;
