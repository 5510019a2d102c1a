import type { ComponentType } from 'react';
import { paths } from '@paperplane/shared/platform';
import { lazyPage, type LazyPage } from './lazy-page';

const loginPage = lazyPage(() => import(/* webpackChunkName: "login" */ '../pages/login/login-page'));

/** The shell's own pages by path, each a chunk of its own. Login's is named in the page for the boot script, which starts it at once. */
export const SHELL_PAGES: Record<string, ComponentType | LazyPage> = {
  [paths.home.pattern]: lazyPage(
    () => import(/* webpackChunkName: "landing" */ '../pages/landing/landing-page'),
  ),
  [paths.login.pattern]: loginPage,
  [paths.signup.pattern]: lazyPage(
    () => import(/* webpackChunkName: "signup" */ '../pages/signup/signup-page'),
  ),
  [paths.emailConfirmation.pattern]: lazyPage(
    () =>
      import(
        /* webpackChunkName: "email-confirmation" */ '../pages/email-confirmation/email-confirmation-page'
      ),
  ),
  [paths.resetPassword.pattern]: lazyPage(
    () => import(/* webpackChunkName: "password" */ '../pages/password/reset-password-page'),
  ),
  [paths.createPassword.pattern]: lazyPage(
    () => import(/* webpackChunkName: "password" */ '../pages/password/create-password-page'),
  ),
  [paths.emailChange.pattern]: lazyPage(
    () => import(/* webpackChunkName: "email-change" */ '../pages/email-change/email-change-page'),
  ),
  [paths.inactive.pattern]: lazyPage(
    () => import(/* webpackChunkName: "inactive" */ '../pages/inactive/inactive-page'),
  ),
  [paths.terms.pattern]: lazyPage(() => import(/* webpackChunkName: "legal" */ '../pages/legal/terms-page')),
  [paths.privacy.pattern]: lazyPage(
    () => import(/* webpackChunkName: "legal" */ '../pages/legal/privacy-page'),
  ),
  [paths.offline.pattern]: lazyPage(
    () => import(/* webpackChunkName: "offline" */ '../pages/offline/offline-page'),
  ),
  [paths.profile.pattern]: lazyPage(
    () => import(/* webpackChunkName: "profile" */ '../pages/profile/profile-page'),
  ),
  [paths.security.pattern]: lazyPage(
    () => import(/* webpackChunkName: "security" */ '../pages/profile/security/security-page'),
  ),
  [paths.notifications.pattern]: lazyPage(
    () => import(/* webpackChunkName: "notifications" */ '../pages/notifications/notifications-page'),
  ),
};

/**
 * The frame around signed-in pages, and the pages of the remotes: one chunk, which a visitor's first load does without.
 */
export const Layout = lazyPage(() => import(/* webpackChunkName: "signed-in" */ '../layout/layout'));
export const RemoteRoutes = lazyPage(() => import(/* webpackChunkName: "signed-in" */ './remote-routes'));

/** Starts the download of what an address needs, while configuration and session are still on their way. */
export function preloadPage(pathname: string, mayBeSignedIn: boolean): void {
  const page = SHELL_PAGES[pathname];
  if (page && 'preload' in page) page.preload();
  // Whoever wants to see anything else is sent there.
  if (!mayBeSignedIn && !page) loginPage.preload();
  if (!mayBeSignedIn) return;
  Layout.preload();
  RemoteRoutes.preload();
}
