import { Outlet, ScrollRestoration } from 'react-router-dom';
import { ToastOutlet } from '../layout/toasts/toast-outlet';
import { PageChange } from './page-change';

/** What every page shares: place in the page, focus and messages. */
export function Root() {
  return (
    <>
      <Outlet />
      <PageChange />
      <ToastOutlet />
      <ScrollRestoration />
    </>
  );
}
