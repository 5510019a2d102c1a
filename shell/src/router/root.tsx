import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { useLocation } from '@paperplane/shared/platform';
import { ToastOutlet } from '../layout/toasts/toast-outlet';

/** Gives the keyboard its place on a new page: its main region, unless the page has put the focus somewhere itself. */
function focusMain(): void {
  const main = document.querySelector<HTMLElement>('main');
  if (!main || main.contains(document.activeElement)) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

/** Says the new page's name to a screen reader and moves the focus there, as loading a document would. */
function PageChange() {
  const { pathname } = useLocation();
  const [said, setSaid] = useState('');
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // Redirects and lazy pages need a moment until the page and its title stand.
    const timer = setTimeout(() => {
      focusMain();
      setSaid(document.title);
    }, 100);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <p className="pp-sr" role="status">
      {said}
    </p>
  );
}

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
