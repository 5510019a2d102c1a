import { useEffect, type ReactNode } from 'react';
import { Navigate, useAuth, useLocation } from '@paperplane/shared/platform';
import { decide } from './guard';
import { documentTitle, type RouteRule } from './route-table';

/** Shows a route's page to whom it is meant for and sends everybody else where the guard says; follows every change of the session. */
export function Guarded({ rule, children }: { rule: RouteRule; children: ReactNode }) {
  const auth = useAuth();
  const decision = decide(rule.access, auth, useLocation());
  useEffect(() => {
    if (decision.allow) document.title = documentTitle(rule.title);
  }, [decision.allow, rule.title]);
  if (!auth.initialized) return null;
  return decision.allow ? children : <Navigate to={decision.redirect} replace />;
}
