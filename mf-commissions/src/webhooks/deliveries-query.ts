import { readListQuery, type ListValues } from '@paperplane/shared/domain';
import { listDefaults, paths, type ListAddress } from '@paperplane/shared/platform';
import type { DeliveriesQuery } from './webhooks-api';

/** How many stand under the endpoints. */
export const LATEST = 5;

export const DELIVERY_STATES = ['waiting', 'delivered', 'given_up'] as const;
const COLUMNS = ['createdAt'] as const;

export type DeliveryValues = ListValues & { list: string };

/** What the page shows at its address. */
export interface WebhooksAt extends DeliveriesQuery {
  /** All deliveries, in pages, in place of the endpoints. */
  all: boolean;
  sort: { column: string; direction: 'asc' | 'desc' };
}

/** Whether all deliveries are shown, which, and their page. */
export const WEBHOOKS_AT: ListAddress<keyof DeliveryValues, WebhooksAt> = {
  path: paths.webhooks.href(),
  defaults: { ...listDefaults(COLUMNS[0]), list: '' },
  read: (values) => {
    const { status, page, pageSize, sort } = readListQuery(values, {
      statuses: DELIVERY_STATES,
      columns: COLUMNS,
    });
    return { all: values.list === 'deliveries', state: status, page, pageSize, sort };
  },
};

/** What the database is asked for at an address. */
export const toDeliveriesQuery = ({ all, state, page, pageSize }: WebhooksAt): DeliveriesQuery =>
  all ? { state, page, pageSize } : { state: null, page: 1, pageSize: LATEST };
