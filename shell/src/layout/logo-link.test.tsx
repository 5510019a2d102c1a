import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { useLocation } from '@paperplane/shared/platform';
import { LogoLink } from './logo-link';

const Where = () => <p>at {useLocation().pathname}</p>;

function show(animate: boolean, calm = false) {
  window.matchMedia = () => ({ matches: calm }) as MediaQueryList;
  render(
    <MemoryRouter initialEntries={['/sales']}>
      <LogoLink animate={animate} />
      <Where />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('link', { name: 'Paperplane home' }));
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

// docs/product/platform.md, Top bar
// Holds platform-19
test('the plane turns for 800 ms, then leads home', () => {
  show(true);
  expect(document.querySelector('.is-spinning')).not.toBeNull();
  act(() => jest.advanceTimersByTime(799));
  expect(screen.getByText('at /sales')).toBeVisible();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.getByText('at /')).toBeVisible();
  expect(document.querySelector('.is-spinning')).toBeNull();
});

// Holds platform-20
test.each([
  ['animation is off', false, false],
  ['less motion is wanted', true, true],
])('it leads home at once when %s', (_when, animate, calm) => {
  show(animate, calm);
  expect(screen.getByText('at /')).toBeVisible();
});
