import { idOf } from '@paperplane/shared/testing';
import { bankAllocation, bankOther, bankPart, bankRecord, bankSuggestion } from '../testing/bank-factories';
import { addFee, addPart, balanceOf, EMPTY, moveOver, startingDraft, withSuggestion } from './draft';
import { matchInput, problemOf } from './draft-saving';

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const two = bankSuggestion([bankPart('CR-1'), bankPart('CR-2', { amount: 150, expected: 150 })]);
const record = bankRecord({ suggestions: [two] });

test('a deposit opens as its first suggestion would have it, and that is balanced', () => {
  const draft = startingDraft(record);
  expect(balanceOf(draft, 250)).toEqual({ placed: 25_000, unclaimed: 0, fee: 0, left: 0 });
  expect(problemOf(draft, record, money)).toBeNull();
  expect(matchInput(draft, 250)).toEqual({
    parts: [
      { commissionId: idOf('c-CR-1'), amount: 100, expected: 100 },
      { commissionId: idOf('c-CR-2'), amount: 150, expected: 150 },
    ],
    unclaimed: 0,
    fee: 0,
  });
});

test('what a part has over becomes unclaimed, and the balance stays', () => {
  const over = bankRecord({ suggestions: [bankSuggestion([bankPart('CR-1', { amount: 250 })])] });
  const draft = moveOver(startingDraft(over), idOf('c-CR-1'));
  expect(draft).toMatchObject({ parts: [{ amount: '100.00' }], unclaimed: '150.00' });
  expect(balanceOf(draft, 250).left).toBe(0);
});

test('a fee makes a deposit smaller, and what is taken back larger', () => {
  const part = bankSuggestion([bankPart('CR-1', { amount: 265, expected: 265 })]);
  const paid = addFee(startingDraft(bankRecord({ suggestions: [part] })), record);
  expect(paid.fee).toBe('15.00');
  expect(balanceOf(paid, 250).left).toBe(0);

  const recall = bankRecord({
    transaction: { amount: -115 },
    suggestions: [bankSuggestion([bankPart('CR-1', { amount: -100, expected: 100 })], { kind: 'recall' })],
  });
  const taken = { ...startingDraft(recall), fee: '15.00' };
  expect(balanceOf(taken, -115).left).toBe(0);
  expect(matchInput(taken, -115)).toEqual({
    parts: [{ commissionId: idOf('c-CR-1'), amount: -100 }],
    unclaimed: 0,
    fee: 15,
  });
});

test('a commission that is added gets what is left, at most what it is owed, and only once', () => {
  const draft = addPart(EMPTY, bankPart('CR-9', { expected: 300 }), 250);
  expect(draft.parts[0]?.amount).toBe('250.00');
  expect(addPart(draft, bankPart('CR-9'), 250)).toBe(draft);
  expect(addPart(EMPTY, bankPart('CR-8'), 250).parts[0]?.amount).toBe('100.00');
});

test('a matched deposit opens as it is matched; each owed before what it owes now and what it got', () => {
  const matched = bankRecord({
    transaction: { status: 'matched', unclaimedAmount: 155 },
    allocations: [
      bankAllocation('CR-1', { amount: 95, expected: 0, writeOffAmount: 5, writeOffReason: 'Charge' }),
    ],
  });
  expect(startingDraft(matched)).toMatchObject({
    parts: [{ expected: 10_000, amount: '95.00', rest: 'off', reason: 'Charge' }],
    unclaimed: '155.00',
  });
  // A sale that was entered since takes its part of what is unclaimed.
  const found = withSuggestion(matched, bankSuggestion([bankPart('CR-2', { amount: 155, expected: 155 })]));
  expect(found.parts.map(({ bookingReference }) => bookingReference)).toEqual(['CR-1', 'CR-2']);
  expect(balanceOf(found, 250).left).toBe(0);
});

test('a statement leaves what is not here unclaimed, and keeps the deposit from closing until it adds up', () => {
  const line = { line: 1, reference: 'CR-1', name: null, amount: 100, commission: bankPart('CR-1') };
  const statement = bankRecord({
    suggestions: [
      bankSuggestion([bankPart('CR-1')], {
        reasons: [{ code: 'statement', weight: 3, text: 'The statement' }],
      }),
    ],
    remittance: {
      id: idOf('r1'),
      fileName: null,
      total: 265,
      fee: 0,
      fits: true,
      expected: false,
      lines: [line, { line: 2, reference: 'CR-7', name: null, amount: 165, commission: null }],
    },
  });
  const draft = startingDraft(statement);
  expect(draft.unclaimed).toBe('165.00');
  expect(problemOf(draft, statement, money)).toBe('$15.00 too much is placed.');
  expect(problemOf(addFee(draft, statement), statement, money)).toBeNull();
  expect(problemOf({ ...draft, unclaimed: '150.00' }, statement, money)).toContain(
    'The statement adds up to $265.00',
  );
});

test('a commission that an admin had recorded as received opens again as it was matched', () => {
  const recorded = { amount: 90, on: '2026-05-20', writtenOff: 0, reason: null };
  const draft = startingDraft(
    bankRecord({
      transaction: { status: 'matched' },
      allocations: [
        bankAllocation('CR-1', { amount: 60, expected: 40, recorded, keepDay: false, rest: 'received' }),
      ],
    }),
  );
  expect(draft.parts[0]).toMatchObject({ expected: 10_000, rest: 'received', keepDay: false });
});

// Holds bank-48
test('a bonus that is the deposit’s amount is placed, and goes to the database as what it is', () => {
  const other = bankOther();
  const deposit = bankRecord({ transaction: { other }, others: [other], suggestions: [two] });
  const draft = startingDraft(deposit);
  expect(draft.parts).toMatchObject([
    { isOther: true, bookingReference: 'Volume bonus', customer: 'Jan 1, 2025 to Dec 31, 2025' },
  ]);
  expect(problemOf(draft, deposit, money)).toBeNull();
  expect(matchInput(draft, 250)).toEqual({
    parts: [{ commissionId: idOf('o1'), isOther: true, amount: 250, expected: 250 }],
    unclaimed: 0,
    fee: 0,
  });
  // A suggestion that is chosen takes its place.
  expect(matchInput(withSuggestion(deposit, two), 250).parts).toMatchObject([
    { commissionId: idOf('c-CR-1') },
    { commissionId: idOf('c-CR-2') },
  ]);
});

test('a matched deposit opens with the penalty it pays beside its bookings', () => {
  const penalty = bankOther({
    kind: 'penalty',
    bookingReference: 'CR-9',
    expected: 80,
    placed: 80,
    amount: 80,
  });
  const matched = bankRecord({
    transaction: { status: 'matched', amount: 180 },
    allocations: [bankAllocation('CR-1')],
    others: [penalty, bankOther({ otherCommissionId: idOf('o2') })],
  });
  const draft = startingDraft(matched);
  expect(draft.parts).toMatchObject([
    { bookingReference: 'CR-1' },
    { bookingReference: 'Penalty', customer: 'CR-9', amount: '80.00' },
  ]);
  expect(balanceOf(draft, 180).left).toBe(0);
});
