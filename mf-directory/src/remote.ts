import type { RemoteModule } from '@paperplane/shared/platform';
import type { manifest } from './manifest';
import './remote.css';

/** The only module the shell loads: a page for each route. Chunks carry the page's name, so that the build can list their files. */
export const { pages }: RemoteModule<typeof manifest> = {
  pages: {
    customers: () => import(/* webpackChunkName: "customers" */ './placeholder-page'),
    'customer-create': () => import(/* webpackChunkName: "customer-create" */ './placeholder-page'),
    customer: () => import(/* webpackChunkName: "customer" */ './placeholder-page'),
    'customer-edit': () => import(/* webpackChunkName: "customer-edit" */ './placeholder-page'),
    vendors: () => import(/* webpackChunkName: "vendors" */ './placeholder-page'),
    'vendor-create': () => import(/* webpackChunkName: "vendor-create" */ './placeholder-page'),
    vendor: () => import(/* webpackChunkName: "vendor" */ './placeholder-page'),
    'vendor-edit': () => import(/* webpackChunkName: "vendor-edit" */ './placeholder-page'),
    team: () => import(/* webpackChunkName: "team" */ './placeholder-page'),
    'team-invite': () => import(/* webpackChunkName: "team-invite" */ './placeholder-page'),
    'team-member': () => import(/* webpackChunkName: "team-member" */ './placeholder-page'),
  },
};
