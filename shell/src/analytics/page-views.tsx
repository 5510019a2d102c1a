import { useAuth, useLocation } from '@paperplane/shared/platform';
import { useEffect } from 'react';
import { useConfig } from '../config/config-context';
import { decide } from '../router/guard';
import { tableRule } from '../router/rule-for';
import { sendPageView } from './send-page-view';

/** What stands for addresses that are no page of the product. */
const UNKNOWN = '*';

/** Counts every page that is really shown: an address the guard sends away from is none (docs/product/platform.md, Page views). */
export function PageViews() {
  const { analyticsUrl } = useConfig();
  const { pathname } = useLocation();
  const rule = tableRule(pathname);
  const route = rule?.path ?? UNKNOWN;
  const shown = decide(rule?.access ?? 'open', useAuth(), { pathname }).allow;
  useEffect(() => {
    if (shown) sendPageView(analyticsUrl, { route, path: pathname });
  }, [analyticsUrl, shown, route, pathname]);
  return null;
}
