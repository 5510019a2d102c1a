import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { createStore, type CurrentUser } from '@paperplane/shared/platform';

/**
 * Renders what needs the store as well as links.
 * @param user who is signed in, as far as the test needs to know; nobody by default
 * @returns Testing Library's result
 */
export function renderInApp(element: ReactElement, address = '/', user?: Partial<CurrentUser>) {
  const store = createStore();
  if (user)
    store.dispatch({ type: 'auth/signedIn', payload: { session: {}, user: { organization: {}, ...user } } });
  return render(element, {
    wrapper: ({ children }) => (
      <Provider store={store}>
        <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
      </Provider>
    ),
  });
}
