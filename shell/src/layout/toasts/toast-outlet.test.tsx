import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { createStore, useToast } from '@paperplane/shared/platform';
import { ToastOutlet } from './toast-outlet';

function Buttons() {
  const toast = useToast();
  return (
    <>
      <button onClick={() => toast.success('Sale created')}>good</button>
      <button onClick={() => toast.error('The sale was not saved', { userMessage: 'Server error.' })}>
        bad
      </button>
      <button
        onClick={() => toast.done('Voided: $1.00', 'For good.', { to: '/payouts', label: 'Open payouts' })}
      >
        led
      </button>
    </>
  );
}

beforeEach(() => {
  jest.useFakeTimers();
  render(
    <Provider store={createStore()}>
      <Buttons />
      <MemoryRouter>
        <ToastOutlet />
      </MemoryRouter>
    </Provider>,
  );
});
afterEach(() => jest.useRealTimers());

const later = (ms: number) => act(() => jest.advanceTimersByTime(ms));

// docs/product/platform.md, Messages and waiting
// Holds platform-77
test('a message goes after five seconds', () => {
  fireEvent.click(screen.getByText('good'));
  later(4900);
  expect(screen.getByText('Sale created')).toBeVisible();
  later(200);
  expect(screen.queryByText('Sale created')).toBeNull();
});

test('it waits while it is pointed at', () => {
  fireEvent.click(screen.getByText('good'));
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Messages' }).parentElement as HTMLElement);
  later(20_000);
  expect(screen.getByText('Sale created')).toBeVisible();
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Messages' }).parentElement as HTMLElement);
  later(5100);
  expect(screen.queryByText('Sale created')).toBeNull();
});

test('an error stays until it is dismissed', () => {
  fireEvent.click(screen.getByText('bad'));
  later(60_000);
  expect(screen.getByRole('alert')).toHaveTextContent('The sale was not savedServer error.');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

// Holds platform-78
test('what an act moved is told for ten seconds, and goes when its link is followed', () => {
  fireEvent.click(screen.getByText('led'));
  later(9900);
  expect(screen.getByRole('status')).toHaveTextContent('Voided: $1.00For good.');
  const link = screen.getByRole('link', { name: 'Open payouts' });
  expect(link).toHaveAttribute('href', '/payouts');
  fireEvent.click(link);
  expect(screen.queryByText('Voided: $1.00')).toBeNull();
});
