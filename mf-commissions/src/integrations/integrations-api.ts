import { confirming, databaseDoor, overrideExisting, type AnswerOf } from '@paperplane/shared/platform';
import { api as remoteApi } from '../parts/api';
import type { IntegrationsContract } from './contract';
import { scopeText, type Scope } from './scopes';

const ask = databaseDoor<IntegrationsContract>();
const api = remoteApi.enhanceEndpoints({ addTagTypes: ['ApiKey'] });

/** A key of the agency, without what opens the door. */
export type ApiKey = AnswerOf<IntegrationsContract, 'get_api_keys'>['keys'][number];

/** A key to be made. */
export interface NewKey {
  name: string;
  scopes: Scope[];
  /** ISO date: the last day it works. */
  expiresOn: string;
}

export const integrationsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    getApiKeys: build.query({
      ...ask('get_api_keys', (_own: void) => ({})),
      providesTags: ['ApiKey'],
    }),

    /** Answers the key itself, this once: null where the same request had made it before. */
    createApiKey: build.mutation({
      ...confirming(
        ask('create_api_key', (input: NewKey & { requestKey: string }) => input),
        ({ name, scopes }) => ({
          verb: 'make this key',
          about: `${name}: ${scopes.map(scopeText).join(', ')}`,
        }),
      ),
      invalidatesTags: ['ApiKey'],
    }),

    revokeApiKey: build.mutation({
      ...ask('revoke_api_key', (keyId: string) => ({ keyId })),
      invalidatesTags: ['ApiKey'],
    }),
  }),
});

export const { useGetApiKeysQuery, useCreateApiKeyMutation, useRevokeApiKeyMutation } = integrationsApi;
