import { pageLoader, useAuth } from '@paperplane/shared/platform';
import { prefetchOwnTax } from '../../tax-forms';
import MyPayoutsPage from '../mine/my-payouts-page';
import { payoutsApi } from '../payouts-api';
import PayoutsPage from './payouts-page';
import { payoutsQuery } from './payouts-query';

/** Payouts of the organization for admins, their own for agents. */
export default function PayoutsRoute() {
  return useAuth().isAdmin ? <PayoutsPage /> : <MyPayoutsPage />;
}

export const loader = pageLoader(
  ({ search, isAdmin }) =>
    isAdmin
      ? payoutsApi.util.prefetch('listPayouts', payoutsQuery(search), {})
      : payoutsApi.util.prefetch('getMyPayouts', undefined, {}),
  ({ isAdmin }) => !isAdmin && prefetchOwnTax(),
);
