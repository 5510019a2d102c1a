import { databaseDoor, overrideExisting } from '@paperplane/shared/platform';
import { api as remoteApi } from './api';
import type { HeadContract } from './contract';

const ask = databaseDoor<HeadContract>();
const api = remoteApi.enhanceEndpoints({ addTagTypes: ['Webhook'] });

export const { useCountFailingWebhooksQuery } = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** How many endpoints do not take what they are told. */
    countFailingWebhooks: build.query({
      ...ask('count_failing_webhooks', (_own: void) => ({})),
      providesTags: ['Webhook'],
    }),
  }),
});
