import type { RemoteModule } from '@paperplane/shared/platform';
import type { manifest } from './manifest';
import './remote.css';

/** The only module the shell loads: a page for each route. Chunks carry the page's name, so that the build can list their files. */
export const { pages }: RemoteModule<typeof manifest> = {
  pages: {
    dashboard: () => import(/* webpackChunkName: "dashboard" */ './placeholder-page'),
  },
};
