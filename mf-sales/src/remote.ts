import type { RemoteModule } from '@paperplane/shared/platform';
import type { manifest } from './manifest';
import './remote.css';

/** The only module the shell loads: a page for each route. Chunks carry the page's name, so that the build can list their files. */
export const { pages }: RemoteModule<typeof manifest> = {
  pages: {
    list: () => import(/* webpackChunkName: "list" */ './placeholder-page'),
    create: () => import(/* webpackChunkName: "create" */ './placeholder-page'),
    detail: () => import(/* webpackChunkName: "detail" */ './placeholder-page'),
    edit: () => import(/* webpackChunkName: "edit" */ './placeholder-page'),
  },
};
