import { lazyPage } from './lazy-page';

/** What the guard shows in the place of a page until the session has its second factor. */
export const SecondFactorStep = lazyPage(
  () => import(/* webpackChunkName: "second-factor" */ '../pages/second-factor/second-factor-page'),
);
