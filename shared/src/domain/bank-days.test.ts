import { bankDayCases } from './bank-days-cases';
import { bankDaysNextTo, isBankDay, type BankKind } from './bank-days';

// Holds payouts-53
it.each(['us', 'iban'] as const)('knows the bank days of ten years (%s)', (kind: BankKind) => {
  const wrong = [...bankDayCases(kind)].filter(([day, expected]) => isBankDay(kind, day) !== expected);
  expect(wrong).toEqual([]);
});

it.each([
  [['us'], '2026-11-26', '2026-11-25', '2026-11-27'],
  [['us'], '2026-11-28', '2026-11-27', '2026-11-30'],
  [['iban'], '2026-04-04', '2026-04-02', '2026-04-07'],
  [['us'], '2027-07-05', '2027-07-02', '2027-07-06'],
  [['us', 'iban'], '2026-12-25', '2026-12-24', '2026-12-28'],
] as [BankKind[], string, string, string][])('next to %j %s come %s and %s', (kinds, day, before, after) => {
  expect(bankDaysNextTo(kinds, day)).toEqual({ before, after });
});

it('minds no day where nobody is paid by a bank', () => {
  expect(bankDaysNextTo([], '2026-11-28')).toBeNull();
});
