import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSignedIn } from '@paperplane/shared/testing';
import * as v from 'valibot';
import type { Commission } from '../commission-types';
import { aCommission } from '../testing/factories';
import { ReceiptDialog } from './receipt-dialog';
import { receiptSchema, restOf } from './receipt-schema';

const draft = { keep: jest.fn(), flush: jest.fn(), discard: jest.fn() };
const show = (commission: Commission = aCommission()) =>
  renderSignedIn(<ReceiptDialog {...{ commission, draft }} typed={undefined} onClose={jest.fn()} />);
const amount = () => screen.getByRole('textbox', { name: /Amount received/ });
const retype = async (text: string) => {
  await userEvent.clear(amount());
  await userEvent.type(amount(), text);
};

// Holds commissions-6
it('asks what becomes of the rest of a short payment, and keeps it open unless told otherwise', async () => {
  show();
  expect(screen.queryByRole('group')).not.toBeInTheDocument();
  await retype('1,400');
  expect(screen.getByRole('group', { name: '$82.00 is missing' })).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: /^Keep the rest open/ })).toBeChecked();
  expect(screen.queryByRole('textbox', { name: /Reason/ })).not.toBeInTheDocument();
  await retype('1482');
  expect(screen.queryByRole('group')).not.toBeInTheDocument();
});

// Holds commissions-8
it('writes nothing off without a reason, and says so at its field', async () => {
  show();
  await retype('1400');
  await userEvent.click(screen.getByRole('radio', { name: /^Write it off/ }));
  const button = screen.getByRole('button', {
    name: /^Record receipt: \$1,400.00 from .+ on \w+ \d+, \d{4}$/,
  });
  await userEvent.click(button);
  const reason = screen.getByRole('textbox', { name: /Reason/ });
  expect(reason).toHaveAccessibleDescription('Say why the rest is written off.');
  expect(draft.flush).not.toHaveBeenCalled();
});

it('opens as it was recorded, with the reason', () => {
  show(
    aCommission(
      { received: { on: '2026-11-16', amount: 1400 } },
      { writtenOff: 82, manualWriteOffReason: 'Bank fee', open: 0 },
    ),
  );
  expect(screen.getByRole('radio', { name: /^Write it off/ })).toBeChecked();
  expect(screen.getByRole('textbox', { name: /Reason/ })).toHaveValue('Bank fee');
});

const typed = {
  receivedOn: '2026-11-16',
  receivedAmount: '1400',
  rest: 'write_off',
  writeOffReason: ' Fee ',
};
it.each([
  [typed, 'Fee'],
  [{ ...typed, rest: 'open' }, null],
  // Nothing is left: a reason that was typed before says nothing.
  [{ ...typed, receivedAmount: '1500' }, null],
])('%j is written off because of %p', (values, reason) => {
  expect(v.parse(receiptSchema('2026-11-21', 1482, { currency: 'USD' }), values)).toMatchObject({
    writeOffReason: reason,
  });
});

it.each([
  ['1,400', 82],
  ['1481.99', 0.01],
  ['1482', 0],
  ['1500', 0],
  ['0', 0],
  ['', 0],
  ['lots', 0],
])('%p leaves %p', (text, rest) => {
  expect(restOf(1482, text, { currency: 'USD' })).toBe(rest);
});
