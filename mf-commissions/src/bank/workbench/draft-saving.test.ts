import { idOf } from '@paperplane/shared/testing';
import { bankPart, bankRecord, bankSuggestion } from '../testing/bank-factories';
import { addPart, balanceOf, changePart, EMPTY, leaveRest, startingDraft, type Draft } from './draft';
import { matchInput, problemOf } from './draft-saving';

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const two = bankSuggestion([bankPart('CR-1'), bankPart('CR-2', { amount: 150, expected: 150 })]);
const record = bankRecord({ suggestions: [two] });

test.each([
  ['100.00', '$50.00 is not placed yet.'],
  ['150.01', '$0.01 too much is placed.'],
  ['', 'Enter what this pays of CR-2, or take it off.'],
  ['1.482,50', 'Enter what this pays of CR-2, or take it off.'],
  ['0', 'Enter what this pays of CR-2, or take it off.'],
])('%j for the second part is refused with its reason', (amount, why) => {
  expect(problemOf(changePart(startingDraft(record), idOf('c-CR-2'), { amount }), record, money)).toBe(why);
});

test('a short part is kept open, or written off with a reason', () => {
  const short = leaveRest(changePart(startingDraft(record), idOf('c-CR-2'), { amount: '145.00' }), 250);
  expect(matchInput(short, 250)).toMatchObject({ parts: [{}, { amount: 145 }], unclaimed: 5 });
  const off = changePart(short, idOf('c-CR-2'), { rest: 'off' });
  expect(problemOf(off, record, money)).toBe('Say why the rest of CR-2 is written off.');
  expect(matchInput(changePart(off, idOf('c-CR-2'), { reason: ' Bank charge ' }), 250).parts[1]).toEqual({
    commissionId: idOf('c-CR-2'),
    amount: 145,
    expected: 150,
    writeOff: 5,
    reason: 'Bank charge',
  });
});

test('what a deposit takes back of an earlier one makes its sum smaller, and goes to the database below zero', () => {
  const netted = bankSuggestion([
    bankPart('CR-1', { amount: 300, expected: 300 }),
    bankPart('CR-2', { amount: -50, expected: 80 }),
  ]);
  const draft = startingDraft(bankRecord({ suggestions: [netted] }));
  expect(balanceOf(draft, 250)).toEqual({ placed: 25_000, unclaimed: 0, fee: 0, left: 0 });
  expect(problemOf(draft, record, money)).toBeNull();
  expect(matchInput(draft, 250).parts).toEqual([
    { commissionId: idOf('c-CR-1'), amount: 300, expected: 300 },
    { commissionId: idOf('c-CR-2'), amount: -50 },
  ]);
});

describe('a commission that an admin had recorded as received', () => {
  const recorded = { amount: 90, on: '2026-05-20', writtenOff: 0, reason: null };
  const draftOf = (amount: string, more: object = {}) => {
    const draft = addPart(EMPTY, bankPart('CR-1', { recorded: { ...recorded, ...more } }), 100);
    return changePart(draft, idOf('c-CR-1'), { amount });
  };
  const money = (cents: number) => `$${cents / 100}`;
  const asked = (draft: Draft, amount: number) =>
    problemOf(draft, bankRecord({ transaction: { amount } }), money);

  test('keeps its day, and asks what became of the rest where the deposit is smaller', () => {
    const draft = draftOf('60.00');
    expect(asked(draft, 60)).toBe('Say what became of the other $30 recorded for CR-1.');
    const say = (changes: object) => matchInput(changePart(draft, idOf('c-CR-1'), changes), 60).parts[0];
    expect(say({ rest: 'received' })).toEqual({
      commissionId: idOf('c-CR-1'),
      amount: 60,
      expected: 100,
      keepDay: true,
      rest: 'received',
    });
    expect(say({ rest: 'open', keepDay: false })).toMatchObject({
      keepDay: false,
      rest: 'open',
      writeOff: 0,
    });
    expect(say({ rest: 'off', reason: 'Agreed' })).toMatchObject({
      rest: 'open',
      writeOff: 40,
      reason: 'Agreed',
    });
    expect(asked(changePart(draft, idOf('c-CR-1'), { rest: 'received' }), 60)).toBeNull();
  });

  test('asks nothing where the deposit is as large; what was written off with it stays so', () => {
    expect(asked(draftOf('90.00'), 90)).toBeNull();
    expect(matchInput(draftOf('90.00'), 90).parts[0]).toMatchObject({ rest: 'open', writeOff: 0 });
    expect(matchInput(draftOf('90.00', { writtenOff: 10, reason: 'Agreed' }), 90).parts[0]).toMatchObject({
      writeOff: 10,
      reason: 'Agreed',
    });
  });
});
