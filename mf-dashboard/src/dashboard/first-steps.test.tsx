import { renderAt } from '@paperplane/shared/testing';
import { screen } from '@testing-library/react';
import type { FirstStepsDone } from './dashboard-api';
import { FirstSteps } from './first-steps';

const BEGUN: FirstStepsDone = {
  agency: false,
  split: false,
  vendor: true,
  sale: false,
  people: false,
  bank: false,
  vendorsWithoutTerms: 2,
  defaultSplit: 100,
  receivedOn: 'sale_paid',
};
const ticked = () =>
  screen
    .getAllByRole('listitem')
    .flatMap(({ textContent }) => /^\d*(.*) \(done\)/.exec(textContent ?? '')?.[1] ?? []);

it.each([
  [{ agency: true }, ['Currency, notation and time zone', 'Your first vendor']],
  [{ split: true }, ['What agents get, and when', 'Your first vendor']],
  [{ vendorsWithoutTerms: 0 }, ['Your first vendor', 'When vendors pay']],
])('with %j an owner has taken that step alone', (done, titles) => {
  renderAt(<FirstSteps done={{ ...BEGUN, ...done }} isOwner />);
  expect(ticked()).toEqual(titles);
});

it('leads to the vendors with whom nothing is agreed', () => {
  renderAt(<FirstSteps done={BEGUN} isOwner={false} />);
  expect(screen.getByRole('link', { name: 'Vendors without terms' })).toHaveAttribute(
    'href',
    '/vendors?withoutTerms=true',
  );
});
