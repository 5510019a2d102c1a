import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { initializeAuth, store } from '@paperplane/shared/platform';
import { useTabTitle } from '@paperplane/shared/ui';
import { Guarded } from './guarded';

function NotFound() {
  useTabTitle('Customer not found');
  return null;
}

it('leaves the tab its title to a page that knows more from the start', async () => {
  await initializeAuth();
  render(
    <Provider store={store}>
      <MemoryRouter>
        <Guarded access="open" title="Customer">
          <NotFound />
        </Guarded>
      </MemoryRouter>
    </Provider>,
  );
  expect(document.title).toBe('Customer not found · Paperplane');
});
