import { renderSignedIn } from '@paperplane/shared/testing';
import { screen } from '@testing-library/react';
import { FirstSteps } from './first-steps';
import { openSteps, type FirstStepsDone } from './open-steps';

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
  renderSignedIn(<FirstSteps done={{ ...BEGUN, ...done }} isOwner />);
  expect(ticked()).toEqual(titles);
});

it('leads to the vendors with whom nothing is agreed', () => {
  renderSignedIn(<FirstSteps done={BEGUN} isOwner={false} />);
  expect(screen.getByRole('link', { name: 'Vendors without terms' })).toHaveAttribute(
    'href',
    '/vendors?withoutTerms=true',
  );
});

// Holds dashboard-11
it.each([true, false])('shrinks to its open steps with the first sale (owner: %s)', (isOwner) => {
  renderSignedIn(<FirstSteps done={{ ...BEGUN, sale: true, people: true }} isOwner={isOwner} />);
  const open = [/^When vendors pay/, /^Your bank/];
  const owners = [/^Currency, notation/, /^What agents get, and when/];
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual(
    (isOwner ? [...owners, ...open] : open).map((text) => expect.stringMatching(text) as string),
  );
  expect(screen.getByText(isOwner ? '3 of 7 done' : '3 of 5 done')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeInTheDocument();
});

it('is not there for whom nothing is open', () => {
  const done = { ...BEGUN, sale: true, people: true, bank: true, vendorsWithoutTerms: 0 };
  expect(openSteps(done, false)).toEqual([]);
  expect(openSteps(done, true)).toEqual(['agency', 'split']);
});
