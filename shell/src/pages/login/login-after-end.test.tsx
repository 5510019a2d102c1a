import { screen } from '@testing-library/react';
import { renderAt } from '@paperplane/shared/testing';
import LoginPage from './login-page';

const session = { ended: false, kept: false };
jest.mock('@paperplane/shared/platform', () => ({
  ...jest.requireActual<object>('@paperplane/shared/platform'),
  sessionEnded: () => session.ended,
  typingIsKept: () => session.kept,
}));

// docs/product/tenancy.md, Sessions
// Holds tenancy-59
test.each([
  [true, true, 'Your session ended. What you typed is kept.'],
  [true, false, 'Your session ended.'],
  [false, false, undefined],
])('says that a session ended by itself: %s, and that typing is kept: %s', (ended, kept, said) => {
  Object.assign(session, { ended, kept });
  renderAt(<LoginPage />, '/login');
  expect(screen.queryByText(/^Your session ended/)?.textContent).toBe(said);
});
