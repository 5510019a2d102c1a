import { fireEvent, render, screen } from '@testing-library/react';
import { processError } from '@paperplane/shared/domain';
import { StartFailurePage } from './start-failure-page';

test('a broken configuration is named setting by setting', () => {
  const reasons = ['supabaseUrl is missing', 'supabaseKey is empty'];
  render(<StartFailurePage problem={{ kind: 'broken', reasons }} onRetry={() => undefined} />);
  expect(screen.getByRole('heading')).toHaveTextContent('Paperplane is not set up correctly');
  for (const reason of reasons) expect(screen.getByText(reason)).toBeVisible();
});

// NETWORK of the error catalogue
test('without a network there is the message and another try', () => {
  const retry = jest.fn();
  const error = processError({ message: 'network: gone' }, 'Auth/Initialize');
  render(<StartFailurePage problem={{ kind: 'network', error }} onRetry={retry} />);
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Network connection issue. Please check your internet connection.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledTimes(1);
  // And by itself, when the network is back.
  fireEvent(window, new Event('online'));
  expect(retry).toHaveBeenCalledTimes(2);
});
