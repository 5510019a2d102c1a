import type { RemoteModule } from '@paperplane/shared/platform';
import type { manifest } from './manifest';

/** The remote's code: one lazy page per route of its manifest. */
export const pages: RemoteModule<typeof manifest>['pages'] = {
  dashboard: () => import(/* webpackChunkName: "dashboard" */ './dashboard/dashboard-page'),
};
