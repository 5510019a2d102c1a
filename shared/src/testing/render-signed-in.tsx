import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createStore, type CurrentUser } from '@paperplane/shared/platform';
import { idOf } from './answer-of';

const MARGARET: CurrentUser = {
  id: idOf('u9'),
  email: 'margaret@agency.test',
  firstName: 'Margaret',
  lastName: 'Vale',
  role: 'owner',
  avatarUrl: null,
  organizationId: 'o1',
  isActive: true,
  organization: { id: 'o1', name: 'Harbour & Vale', logoUrl: null, currency: 'USD', timeZone: 'UTC' },
};

/** Renders what needs somebody who is signed in: Margaret Vale, an owner, unless told otherwise. */
export function renderSignedIn(element: ReactElement, role: CurrentUser['role'] = 'owner') {
  const store = createStore();
  const payload = { session: { userId: MARGARET.id, email: MARGARET.email }, user: { ...MARGARET, role } };
  store.dispatch({ type: 'auth/signedIn', payload });
  // A data router, as the app's: forms ask before they are left.
  const router = createMemoryRouter([{ path: '*', element }]);
  return render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
}
