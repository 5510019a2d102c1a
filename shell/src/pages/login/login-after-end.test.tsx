import { screen } from '@testing-library/react';
import { renderAt } from '@paperplane/shared/testing';
import LoginPage from './login-page';

let ended = false;
jest.mock('@paperplane/shared/platform', () => ({
  ...jest.requireActual<object>('@paperplane/shared/platform'),
  sessionEnded: () => ended,
}));

// docs/product.md, Sessions
test.each([true, false])('says that a session ended by itself: %s', (byItself) => {
  ended = byItself;
  renderAt(<LoginPage />, '/login');
  const sentence = screen.queryByText('Your session ended. What you typed is kept.');
  expect(sentence !== null).toBe(byItself);
});
