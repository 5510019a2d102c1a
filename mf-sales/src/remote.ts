import type { RemoteModule } from '@paperplane/shared/platform';
import type { manifest } from './manifest';

/** The code of this remote: one lazy page per route of its manifest. Chunks carry the page's name, so that the build can list their files. */
export const pages: RemoteModule<typeof manifest>['pages'] = {
  list: () => import(/* webpackChunkName: "list" */ './list/sales-list-route'),
  create: () => import(/* webpackChunkName: "create" */ './form/create-sale-page'),
  'sales-import': () => import(/* webpackChunkName: "sales-import" */ './import/sales-import-page'),
  groups: () => import(/* webpackChunkName: "groups" */ './groups/groups-page'),
  group: () => import(/* webpackChunkName: "group" */ './groups/group-page'),
  detail: () => import(/* webpackChunkName: "detail" */ './detail/sale-detail-route'),
  edit: () => import(/* webpackChunkName: "edit" */ './form/edit-sale-page'),
};
