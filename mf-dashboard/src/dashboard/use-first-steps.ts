import { useAuth } from '@paperplane/shared/platform';
import { useEffect, useState } from 'react';
import { hasFailed, type Dashboard } from './dashboard';
import { useGetFirstStepsQuery } from './dashboard-api';

const loadCard = () => import(/* webpackChunkName: "first-steps" */ './first-steps');

/**
 * What is done of the first steps, and the card that shows it, for admins of an agency without a sale; null for everybody else,
 * undefined while it is not known.
 */
export function useFirstSteps(dashboard: Dashboard | undefined) {
  const { isAdmin } = useAuth();
  const sales = dashboard?.sales;
  const seemsNew = isAdmin && sales !== undefined && !hasFailed(sales) && sales.total.count === 0;
  // The steps are taken on other pages.
  const { data, isLoading } = useGetFirstStepsQuery(undefined, {
    skip: !seemsNew,
    refetchOnMountOrArgChange: true,
  });
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadCard>>>();
  const isNew = seemsNew && data !== undefined && data !== null && !data.sale;
  useEffect(() => {
    // Where it does not come, the dashboard does without it.
    if (isNew) loadCard().then(setPart, () => undefined);
  }, [isNew]);
  if (isLoading) return undefined;
  return isNew ? { done: data, Card: part?.FirstSteps } : null;
}
