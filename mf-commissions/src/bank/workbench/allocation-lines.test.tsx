import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderAt } from '@paperplane/shared/testing';
import { bankPart, bankRecord, bankSuggestion } from '../testing/bank-factories';
import { AllocationLines } from './allocation-lines';
import { startingDraft, type Draft } from './draft';
import type { Workbench } from './use-workbench';

const record = bankRecord({
  suggestions: [bankSuggestion([bankPart('CR-1'), bankPart('CR-2', { amount: 150, expected: 150 })])],
});

function Bench() {
  const [draft, setDraft] = useState(() => startingDraft(record));
  const bench = { draft, change: (next: (draft: Draft) => Draft) => setDraft(next) } as unknown as Workbench;
  return <AllocationLines record={record} bench={bench} currency="USD" today="2026-11-21" />;
}

const amount = (reference: string) => screen.getByLabelText(`This pays for ${reference}`);

test('a short part asks what becomes of the rest, an over part where it goes, and arrows lead from line to line', () => {
  renderAt(<Bench />);
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
  fireEvent.click(screen.getByRole('button', { name: 'Unclaimed' }));
  expect(amount('CR-1')).toHaveValue('100.00');
  expect(screen.getByLabelText('Unclaimed amount')).toHaveValue('5.50');

  amount('CR-1').focus();
  fireEvent.keyDown(amount('CR-1'), { key: 'ArrowDown' });
  expect(amount('CR-2')).toHaveFocus();
});
