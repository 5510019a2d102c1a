import { pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { screen } from '@testing-library/react';
import ApiReferencePage from './api-reference-page';

test('where functions do not answer, the page says so and asks again', async () => {
  pretendDatabase({}, () => null);
  globalThis.fetch = () => Promise.resolve({ ok: false, status: 503 } as Response);
  renderSignedIn(<ApiReferencePage />);
  expect(await screen.findByText('The reference did not load')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /try again/i })).toBeInTheDocument();
});
