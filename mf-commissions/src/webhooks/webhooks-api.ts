import { confirming, databaseDoor, overrideExisting, type AnswerOf } from '@paperplane/shared/platform';
import { api as remoteApi } from '../parts/api';
import type { WebhooksContract } from './contract';

const ask = databaseDoor<WebhooksContract>();
const tags = ['Webhook'] as const;
const api = remoteApi.enhanceEndpoints({ addTagTypes: ['Webhook'] });

export type Webhooks = AnswerOf<WebhooksContract, 'get_webhooks'>;
export type Endpoint = Webhooks['endpoints'][number];
export type Delivery = AnswerOf<WebhooksContract, 'list_webhook_deliveries'>['rows'][number];

/** Which deliveries are listed. */
export interface DeliveriesQuery {
  state: Delivery['state'] | null;
  page: number;
  pageSize: number;
}

/** What an endpoint is told, and where. */
export interface EndpointInput {
  url: string;
  events: string[];
}

/** A secret that is shown this once, and whose it is. */
export interface ShownSecret {
  host: string;
  secret: string;
}

export const webhooksApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** The endpoints and how they do. */
    getWebhooks: build.query({
      ...ask('get_webhooks', (_own: void) => ({})),
      keepUnusedDataFor: 5,
      providesTags: tags,
    }),

    /** The latest first. */
    listWebhookDeliveries: build.query({
      ...ask('list_webhook_deliveries', ({ state, ...at }: DeliveriesQuery) => ({
        ...at,
        ...(state && { state }),
      })),
      keepUnusedDataFor: 5,
      providesTags: tags,
    }),

    addWebhookEndpoint: build.mutation({
      ...confirming(
        ask('add_webhook_endpoint', (endpoint: EndpointInput & { requestKey: string }) => endpoint),
        ({ url }) => ({ verb: 'add the endpoint', about: url }),
      ),
      invalidatesTags: tags,
    }),

    changeWebhookEndpoint: build.mutation({
      ...confirming(
        ask('change_webhook_endpoint', (endpoint: EndpointInput & { endpointId: string }) => endpoint),
        ({ url }) => ({ verb: 'change the endpoint', about: url }),
      ),
      invalidatesTags: tags,
    }),

    rotateWebhookSecret: build.mutation({
      ...confirming(
        ask(
          'rotate_webhook_secret',
          ({ host: _said, ...asked }: { endpointId: string; host: string; requestKey: string }) => asked,
        ),
        ({ host }) => ({ verb: 'rotate the secret', about: host }),
      ),
      invalidatesTags: tags,
    }),

    switchWebhookEndpoint: build.mutation({
      ...ask('switch_webhook_endpoint', (wanted: { endpointId: string; isOn: boolean }) => wanted),
      invalidatesTags: tags,
    }),

    deleteWebhookEndpoint: build.mutation({
      ...ask('delete_webhook_endpoint', (endpointId: string) => ({ endpointId })),
      invalidatesTags: tags,
    }),

    resendWebhookDelivery: build.mutation({
      ...ask('resend_webhook_delivery', (deliveryId: string) => ({ deliveryId })),
      invalidatesTags: tags,
    }),
  }),
});

export const {
  useGetWebhooksQuery,
  useListWebhookDeliveriesQuery,
  useAddWebhookEndpointMutation,
  useChangeWebhookEndpointMutation,
  useRotateWebhookSecretMutation,
  useSwitchWebhookEndpointMutation,
  useDeleteWebhookEndpointMutation,
  useResendWebhookDeliveryMutation,
} = webhooksApi;
