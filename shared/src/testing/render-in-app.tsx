import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { createStore } from '@paperplane/shared/platform';

/** Renders what needs the store as well as links, with nobody signed in. @returns Testing Library's result */
export function renderInApp(element: ReactElement, address = '/') {
  const store = createStore();
  return render(element, {
    wrapper: ({ children }) => (
      <Provider store={store}>
        <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
      </Provider>
    ),
  });
}
