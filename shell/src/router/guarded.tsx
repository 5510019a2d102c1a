import { useLayoutEffect, type ReactNode } from 'react';
import { Navigate, useAuth, useLocation } from '@paperplane/shared/platform';
import { decide } from './guard';
import { SecondFactorStep } from './second-factor-step';
import { documentTitle, type RouteAccess } from './route-table';

interface GuardedProps {
  access: RouteAccess;
  /** The page's name for the browser's tab; without one the tab keeps what it says. */
  title?: string;
  children: ReactNode;
}

/** Shows a route's page to people with access, asks for what is owed of a second factor, and redirects everybody else as the guard decides; follows every change of the session. */
export function Guarded({ access, title, children }: GuardedProps) {
  const auth = useAuth();
  const decision = decide(access, auth, useLocation());
  // Before the page's own effects, whose title says more: it may have its data from the start.
  useLayoutEffect(() => {
    if (decision.allow && title !== undefined) document.title = documentTitle(title);
  }, [decision.allow, title]);
  if (!auth.initialized) return null;
  if (decision.allow) return children;
  return decision.redirect === null ? <SecondFactorStep /> : <Navigate to={decision.redirect} replace />;
}
