import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { renderSignedIn } from '@paperplane/shared/testing';
import { anAgent, aPayout } from '../testing/payout-factories';
import { PayDialog } from './pay-dialog';
import { paySchema } from './pay-schema';

const NINA = anAgent({ id: 'a2', firstName: 'Nina', lastName: 'Keller', account: null, amount: 158.4 });
const OSCAR = anAgent({ id: 'a3', firstName: 'Oscar', lastName: 'Farrell', carriedOut: -136.65, amount: 0 });
const APPROVED = aPayout(
  { agents: [anAgent(), NINA, OSCAR], open: null },
  { status: 'approved', agents: 2, commissions: 32, amount: 665.4, approvedBy: 'Daniel Okafor' },
);

it('says by which way who is paid, that it is final, and what is carried on', async () => {
  const onDownload = jest.fn();
  renderSignedIn(
    <PayDialog record={APPROVED} downloaded={null} onDownload={onDownload} onClose={() => undefined} />,
  );
  const dialog = screen.getByRole('dialog', { name: 'Pay 2 agents' });
  expect(dialog).toHaveTextContent('February 2027 payout, approved by Daniel Okafor');
  expect(dialog).toHaveTextContent('Bank file, 1 agentNACHA, not downloaded here yet$507.00');
  expect(dialog).toHaveTextContent('By check, 1 agentNina Keller$158.40');
  expect(dialog).toHaveTextContent(
    '32 commissions become Agent paid, all of them or none. That is final. Every agent gets a statement; $136.65 of Oscar Farrell carries to the next payout.',
  );
  expect(screen.getByLabelText('Payment date')).toHaveValue('2027-02-05');
  expect(screen.getByRole('textbox', { name: 'Reference' })).toHaveValue('PAY-2027-02');
  const checks = screen.getByRole('group', { name: 'Check numbers' });
  expect(within(checks).getAllByRole('textbox')).toEqual([
    screen.getByRole('textbox', { name: 'Nina Keller' }),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Download the bank file' }));
  expect(onDownload).toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Record $665.40 as paid' })).toBeInTheDocument();
});

it('sends the numbers of checks that were typed, and no empty ones', () => {
  expect(
    v.parse(paySchema, { paidOn: '2027-02-05', reference: ' ', checks: { a2: ' 1192 ', a3: ' ' } }),
  ).toEqual({ paidOn: '2027-02-05', reference: null, checks: { a2: '1192' } });
  expect(v.is(paySchema, { paidOn: '', reference: '', checks: {} })).toBe(false);
});
