import { Outlet, ScrollRestoration } from 'react-router-dom';
import { PageViews } from '../analytics/page-views';
import { ToastOutlet } from '../layout/toasts/toast-outlet';
import { LazyNotices } from '../pwa/lazy-notices';
import { PageChange } from './page-change';

/** What every page shares: place in the page, focus, messages, page views, install prompt and update notice. */
export function Root() {
  return (
    <>
      <Outlet />
      <PageChange />
      <ToastOutlet>
        <LazyNotices />
      </ToastOutlet>
      <PageViews />
      <ScrollRestoration />
    </>
  );
}
