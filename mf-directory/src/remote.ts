import type { RemoteModule } from '@paperplane/shared/platform';
import type { manifest } from './manifest';

/** The only module the shell loads: a page for each route, a card for each slot. Chunks carry their names, so that the build can list their files. */
export const { pages, cards }: Required<RemoteModule<typeof manifest>> = {
  pages: {
    customers: () => import(/* webpackChunkName: "customers" */ './customers/list/customers-route'),
    'customer-create': () =>
      import(/* webpackChunkName: "customer-create" */ './customers/form/customer-create-page'),
    'customers-import': () =>
      import(/* webpackChunkName: "customers-import" */ './customers/customers-import-page'),
    customer: () => import(/* webpackChunkName: "customer" */ './customers/profile/customer-route'),
    'customer-edit': () =>
      import(/* webpackChunkName: "customer-edit" */ './customers/form/customer-edit-page'),
    vendors: () => import(/* webpackChunkName: "vendors" */ './vendors/vendors-route'),
    'vendor-create': () => import(/* webpackChunkName: "vendor-create" */ './vendors/vendor-create-page'),
    'vendors-import': () => import(/* webpackChunkName: "vendors-import" */ './vendors/vendors-import-page'),
    vendor: () => import(/* webpackChunkName: "vendor" */ './vendors/vendor-route'),
    'vendor-edit': () => import(/* webpackChunkName: "vendor-edit" */ './vendors/vendor-edit-page'),
    team: () => import(/* webpackChunkName: "team" */ './team/team-route'),
    'team-invite': () => import(/* webpackChunkName: "team-invite" */ './team/invite-page'),
    documents: () => import(/* webpackChunkName: "documents" */ './documents/documents-route'),
    'audit-log': () => import(/* webpackChunkName: "audit-log" */ './audit-log/audit-log-route'),
    'team-member': () => import(/* webpackChunkName: "team-member" */ './team/member-route'),
    'team-terms': () => import(/* webpackChunkName: "team-terms" */ './team/terms/terms-route'),
  },
  cards: {
    'vendor-terms': () =>
      import(/* webpackChunkName: "card-vendor-terms" */ './vendors/terms/terms-card-route'),
    conversation: () =>
      import(/* webpackChunkName: "card-conversation" */ './conversation/conversation-card-route'),
    documents: () => import(/* webpackChunkName: "card-documents" */ './documents/card/documents-card-route'),
  },
};
