import { listAt, pageLoader } from '@paperplane/shared/platform';
import { toDeliveriesQuery, WEBHOOKS_AT } from './deliveries-query';
import { webhooksApi } from './webhooks-api';

export { default } from './webhooks-page';

const { prefetch } = webhooksApi.util;

export const loader = pageLoader(
  () => prefetch('getWebhooks', undefined, {}),
  ({ search }) => prefetch('listWebhookDeliveries', toDeliveriesQuery(listAt(search, WEBHOOKS_AT)), {}),
);
