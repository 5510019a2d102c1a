import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderAt } from '@paperplane/shared/testing';
import type { BankRecord } from '../bank-types';
import { bankPart, bankRecord, bankSuggestion } from '../testing/bank-factories';
import { AllocationLines } from './allocation-lines';
import { startingDraft, type Draft } from './draft';
import type { Workbench } from './use-workbench';

const plain = bankRecord({
  suggestions: [bankSuggestion([bankPart('CR-1'), bankPart('CR-2', { amount: 150, expected: 150 })])],
});

function Shown({ record = plain, currency = 'USD' }: { record?: BankRecord; currency?: string }) {
  const [draft, setDraft] = useState(() => startingDraft(record));
  const workbench = {
    draft,
    change: (next: (draft: Draft) => Draft) => setDraft(next),
  } as unknown as Workbench;
  return <AllocationLines record={record} workbench={workbench} money={{ currency }} today="2026-11-21" />;
}

// Holds bank-41
test('a part that was recorded as received says so, keeps its day unless told otherwise, and asks for the rest', () => {
  const recorded = { amount: 90, on: '2026-05-20', writtenOff: 0, reason: null };
  const smaller = bankRecord({
    suggestions: [bankSuggestion([bankPart('CR-7', { amount: 60, recorded })])],
    transaction: { amount: 60, bookedOn: '2026-05-28' },
  });
  renderAt(<Shown record={smaller} />);
  expect(screen.getByText('Recorded as received on May 20')).toBeInTheDocument();
  const [keep, use] = ['Keep May 20', 'Use May 28'].map((name) => screen.getByRole('button', { name }));
  expect(keep).toHaveAttribute('aria-pressed', 'true');
  fireEvent.click(use!);
  expect(use).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByText('$30.00 less than was recorded.')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Received otherwise' }));
  expect(screen.getByText('$30.00 stays recorded as received.')).toBeInTheDocument();
});

const amount = (reference: string) => screen.getByLabelText(`This pays for ${reference}`);

test('an amount is read as the agency writes it, and one in another currency is none', () => {
  renderAt(<Shown currency="EUR" />);
  fireEvent.change(amount('CR-1'), { target: { value: '1.234' } });
  expect(amount('CR-1')).toHaveValue('1.234');
  fireEvent.blur(amount('CR-1'));
  expect(amount('CR-1')).toHaveValue('1,234.00');
  fireEvent.change(amount('CR-1'), { target: { value: '$100' } });
  fireEvent.blur(amount('CR-1'));
  expect(amount('CR-1')).toHaveValue('$100');
  expect(amount('CR-1')).toBeInvalid();
});

test('a short part asks what becomes of the rest, an over part where it goes, and arrows lead from line to line', () => {
  renderAt(<Shown />);
  fireEvent.change(amount('CR-2'), { target: { value: '145' } });
  expect(screen.getByText('$5.00 short, 3.3%')).toBeInTheDocument();
  expect(screen.getByText('Meridian Star Cruises still owes it.')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Write off' }));
  fireEvent.change(screen.getByLabelText('Why the rest of CR-2 is written off'), {
    target: { value: 'Charge' },
  });
  expect(screen.getByLabelText('Why the rest of CR-2 is written off')).toHaveValue('Charge');

  fireEvent.change(amount('CR-1'), { target: { value: '105.5' } });
  fireEvent.blur(amount('CR-1'));
  expect(amount('CR-1')).toHaveValue('105.50');
  expect(screen.getByText('$5.50 over')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Part of it', pressed: true })).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Unclaimed' }));
  expect(amount('CR-1')).toHaveValue('100.00');
  expect(screen.getByLabelText('Unclaimed amount')).toHaveValue('5.50');

  amount('CR-1').focus();
  fireEvent.keyDown(amount('CR-1'), { key: 'ArrowDown' });
  expect(amount('CR-2')).toHaveFocus();
});
