import type { RemoteModule } from '@paperplane/shared/platform';
import type { manifest } from './manifest';

/** The remote's code: one lazy page per route of its manifest, a card for each slot. Chunks carry the page's name, so that the build can list their files. */
export const { pages, cards }: Required<RemoteModule<typeof manifest>> = {
  pages: {
    dashboard: () => import(/* webpackChunkName: "dashboard" */ './dashboard/dashboard-route'),
    reports: () => import(/* webpackChunkName: "reports" */ './reports/gallery/gallery-route'),
    report: () => import(/* webpackChunkName: "report" */ './reports/report-route'),
  },
  cards: {
    asked: () => import(/* webpackChunkName: "card-asked" */ './reports/mail/asked-card-route'),
  },
};
