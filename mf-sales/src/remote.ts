import type { RemoteModule } from '@paperplane/shared/platform';
import type { manifest } from './manifest';

/** The code of this remote: one lazy page per route of its manifest. */
export const pages: RemoteModule<typeof manifest>['pages'] = {
  list: () => import('./list/sales-list-page'),
  create: () => import('./form/create-sale-page'),
  detail: () => import('./detail/sale-detail-page'),
  edit: () => import('./form/edit-sale-page'),
};
