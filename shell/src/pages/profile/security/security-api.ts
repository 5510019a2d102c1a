import {
  api as platformApi,
  confirming,
  databaseDoor,
  functionsDoor,
  loadSecondFactor,
  overrideExisting,
  type AnswerOf,
  type Authenticator,
} from '@paperplane/shared/platform';
import type { contract } from './contract';
import type { contract as edgeContract } from './edge/contract';

export type SecurityContract = typeof contract;
export type SecondFactor = AnswerOf<SecurityContract, 'get_second_factor'>;
export type SecondFactors = AnswerOf<SecurityContract, 'list_second_factors'>;
export type Policy = SecondFactor['policy'];

const api = platformApi.enhanceEndpoints({ addTagTypes: ['SecondFactor'] });
const ask = databaseDoor<SecurityContract>();
const invoke = functionsDoor<typeof edgeContract>();

/** What stands on the Security page beside devices. */
export const securityApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    getSecondFactor: build.query({
      ...ask('get_second_factor', (_own: void) => ({})),
      providesTags: ['SecondFactor'],
    }),

    /** For admins and owners. */
    listSecondFactors: build.query({
      ...ask('list_second_factors', (_own: void) => ({})),
      providesTags: ['SecondFactor', 'Team'],
    }),

    /** One's own, as Auth keeps them. */
    listAuthenticators: build.query<Authenticator[], void>({
      query: () => async () => {
        const { listAuthenticators } = await loadSecondFactor();
        const list = await listAuthenticators();
        return 'error' in list
          ? { data: null, error: list.error, count: null, status: list.error.status ?? 0 }
          : { data: list, error: null, count: null, status: 200 };
      },
      providesTags: ['SecondFactor'],
    }),

    setSecondFactorPolicy: build.mutation({
      ...confirming(
        ask('set_second_factor_policy', (pPolicy: Policy) => ({ pPolicy })),
        () => ({ verb: 'change the policy', about: 'Who needs a second factor' }),
      ),
      invalidatesTags: ['SecondFactor'],
    }),

    makeRecoveryCodes: build.mutation({
      ...confirming(
        ask('make_recovery_codes', (_own: void) => ({})),
        () => ({ verb: 'make new codes', about: 'Ten recovery codes; the old ones stop working' }),
      ),
      invalidatesTags: ['SecondFactor'],
    }),

    askForSecondFactor: build.mutation({
      ...invoke('second-factor', 'ask', (memberId: string) => ({ memberId })),
      invalidatesTags: ['SecondFactor'],
    }),

    resetSecondFactor: build.mutation({
      ...confirming(
        invoke('second-factor', 'reset', ({ memberId }: { memberId: string; name: string }) => ({
          memberId,
        })),
        ({ name }) => ({ verb: `reset ${name}`, about: `Second factor of ${name}` }),
      ),
      invalidatesTags: ['SecondFactor'],
    }),
  }),
});

/** After Auth changed something. */
export const secondFactorChanged = () => securityApi.util.invalidateTags(['SecondFactor']);

export const {
  useGetSecondFactorQuery,
  useListSecondFactorsQuery,
  useListAuthenticatorsQuery,
  useSetSecondFactorPolicyMutation,
  useMakeRecoveryCodesMutation,
  useAskForSecondFactorMutation,
  useResetSecondFactorMutation,
} = securityApi;
