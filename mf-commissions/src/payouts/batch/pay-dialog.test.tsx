import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { idOf, renderSignedIn } from '@paperplane/shared/testing';
import { anAgent, aPayout } from '../testing/payout-factories';
import { PayDialog } from './pay-dialog';
import { paySchemaOf } from './pay-schema';

const NINA = anAgent({ id: idOf('a2'), firstName: 'Nina', lastName: 'Keller', account: null, amount: 158.4 });
const OSCAR = anAgent({
  id: idOf('a3'),
  firstName: 'Oscar',
  lastName: 'Farrell',
  carriedOut: -136.65,
  amount: 0,
});
const APPROVED = aPayout(
  { agents: [anAgent(), NINA, OSCAR], open: null },
  {
    status: 'approved',
    plannedOn: '2026-02-05',
    agents: 2,
    commissions: 32,
    amount: 665.4,
    approvedBy: 'Daniel Okafor',
  },
);

it('says by which way who is paid, that it is final, and what is carried on', async () => {
  const onDownload = jest.fn();
  renderSignedIn(<PayDialog record={APPROVED} onDownload={onDownload} onClose={() => undefined} />);
  const dialog = screen.getByRole('dialog', { name: 'Pay 2 agents' });
  expect(dialog).toHaveTextContent('February 2027 payout, approved by Daniel Okafor');
  expect(dialog).toHaveTextContent('Bank file, 1 agentNo payment file was downloaded yet$507.00');
  expect(dialog).toHaveTextContent('By check, 1 agentNina Keller$158.40');
  expect(dialog).toHaveTextContent(
    '32 commissions become Agent paid, all of them or none. That is final. Every agent gets a statement; $136.65 of Oscar Farrell carries to the next payout.',
  );
  expect(screen.getByLabelText('Payment date')).toHaveValue('02/05/2026');
  expect(screen.getByRole('textbox', { name: 'Reference' })).toHaveValue('PAY-2026-02');
  const checks = screen.getByRole('group', { name: 'Check numbers' });
  expect(within(checks).getAllByRole('textbox')).toEqual([
    screen.getByRole('textbox', { name: 'Nina Keller' }),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Download the bank file' }));
  expect(onDownload).toHaveBeenCalled();
  expect(
    screen.getByRole('button', { name: 'Record $665.40 as paid to 2 agents on Feb 5, 2026' }),
  ).toBeInTheDocument();
});

const paySchema = paySchemaOf(['us'], 'UTC');

it('sends the numbers of checks that were typed, and no empty ones', () => {
  expect(
    v.parse(paySchema, { paidOn: '2027-02-05', reference: ' ', checks: { a2: ' 1192 ', a3: ' ' } }),
  ).toEqual({ paidOn: '2027-02-05', reference: null, checks: { a2: '1192' } });
  expect(v.is(paySchema, { paidOn: '', reference: '', checks: {} })).toBe(false);
});

// Holds payouts-51
it('plans a payment for a day to come, and offers the bank days next to one on which no money moves', async () => {
  renderSignedIn(<PayDialog record={APPROVED} onDownload={jest.fn()} onClose={jest.fn()} />);
  const day = screen.getByLabelText('Payment date');
  // Christmas Day of a far year, a Monday.
  fireEvent.change(day, { target: { value: '2045-12-25' } });
  const next = screen.getByRole('group', { name: 'Bank days next to it' });
  expect(
    within(next)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Friday, Dec 22', 'Tuesday, Dec 26']);
  await userEvent.click(screen.getByRole('button', { name: /^Plan/ }));
  expect(day).toHaveAccessibleDescription(
    expect.stringContaining('This is no bank day. Choose one next to it.') as string,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Tuesday, Dec 26' }));
  expect(day).toHaveValue('12/26/2045');
  expect(screen.queryByRole('group', { name: 'Bank days next to it' })).not.toBeInTheDocument();
  expect(day).not.toHaveAccessibleDescription();
  expect(
    screen.getByRole('button', { name: 'Plan $665.40 for Dec 26, 2045 to 2 agents' }),
  ).toBeInTheDocument();
  expect(screen.getByText(/It is paid by itself on Tuesday, Dec 26/)).toBeInTheDocument();
});

it('minds no bank day where everybody gets a check, nor for what was paid already', () => {
  expect(v.is(paySchemaOf([], 'UTC'), { paidOn: '2045-12-25', reference: '', checks: {} })).toBe(true);
  expect(v.is(paySchema, { paidOn: '2020-12-25', reference: '', checks: {} })).toBe(true);
});

it('names the file that was downloaded, by whom, and no check where agents are paid by transfer', () => {
  renderSignedIn(
    <PayDialog
      record={aPayout(
        { agents: [anAgent(), NINA] },
        {
          status: 'approved',
          currency: 'EUR',
          agents: 2,
          amount: 665.4,
          file: { format: 'csv', at: `${new Date().getUTCFullYear()}-02-03T10:00:00Z`, by: 'Daniel Okafor' },
        },
      )}
      onDownload={jest.fn()}
      onClose={jest.fn()}
    />,
  );
  const dialog = screen.getByRole('dialog', { name: 'Pay 2 agents' });
  expect(dialog).toHaveTextContent(/CSV file, downloaded Feb 3, 10:00.AM by Daniel Okafor€507.00/);
  expect(screen.getByRole('button', { name: 'Download the bank file again' })).toBeInTheDocument();
  expect(dialog).toHaveTextContent('By transfer, outside the file, 1 agentNina Keller€158.40');
  expect(screen.getByRole('group', { name: 'References of these transfers' })).toBeInTheDocument();
  expect(dialog).not.toHaveTextContent(/check/i);
});
