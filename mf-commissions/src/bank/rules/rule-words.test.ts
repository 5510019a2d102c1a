import type { BankRule } from '../bank-types';
import { amountText, conditionOf, limitsOf, ruleOf, sentOf, vendorRuleOf } from './rule-words';

const rule = (more: Partial<BankRule> = {}): BankRule => ({
  id: 'r1',
  isActive: true,
  payer: null,
  textContains: 'WIRE FEE',
  amountFrom: null,
  amountTo: null,
  direction: null,
  account: null,
  category: 'fee',
  vendor: null,
  createdBy: 'Daniel Okafor',
  applied: 46,
  lastOn: '2026-11-02',
  waiting: 0,
  version: 1,
  ...more,
});

test.each([
  [{ amountFrom: 25, amountTo: 25 }, '$25.00'],
  [{ amountFrom: 10, amountTo: 50 }, '$10.00 to $50.00'],
  [{ amountFrom: 5000 }, 'at least $5,000.00'],
  [{ amountTo: 50 }, 'at most $50.00'],
  [{}, null],
])('the amount of %j', (more, text) => {
  expect(amountText(rule(more), 'USD')).toBe(text);
});

test.each([
  [{}, 'Text contains WIRE FEE', 'any amount · All accounts'],
  [
    { direction: 'in' as const, payer: 'OLD ROAD', textContains: null },
    'Payer OLD ROAD',
    'money in · All accounts',
  ],
  [
    { payer: 'OLD ROAD', account: { id: 'a1', name: 'Trust', lastFour: '7702' } },
    'Payer OLD ROAD, text contains WIRE FEE',
    'any amount · Trust ••7702',
  ],
  [
    { textContains: null, amountTo: 50, direction: 'out' as const },
    'Amount at most $50.00',
    'money out · All accounts',
  ],
])('a rule reads as a sentence: %j', (more, sentence, limits) => {
  const { ask, value } = conditionOf(rule(more), 'USD');
  expect(`${ask} ${value}`).toBe(sentence);
  expect(limitsOf(rule(more), 'USD')).toBe(limits);
});

test('what is empty is not sent again', () => {
  expect(sentOf(rule({ amountTo: 50 }))).toEqual({
    textContains: 'WIRE FEE',
    amountTo: '50.00',
    category: 'fee',
  });
});

test.each([
  ['FIRST PIER WIRE FEE 0102 REF77', 'FIRST PIER WIRE FEE'],
  ['CR-26710 SILK GATE JOURNEYS', 'SILK GATE JOURNEYS'],
  ['77 8812', '77 8812'],
])('a rule made of “%s” asks for what stays the same', (text, textContains) => {
  expect(ruleOf({ text, amount: -15 }, 'fee').rule).toEqual({
    textContains,
    direction: 'out',
    category: 'fee',
  });
});

// Holds bank-88
test.each([
  ['NORDIC HOUSE', { payer: 'NORDIC HOUSE' }],
  [null, { textContains: 'NORDIC HOUSE' }],
])('a rule about whose money it is asks for the payer %s, or else for the text', (payerKey, asked) => {
  const vendor = { id: 'v1', name: 'Fjordline Cruises', logoUrl: null };
  expect(vendorRuleOf({ text: 'NORDIC HOUSE 77', payerKey }, vendor)).toEqual({
    rule: { ...asked, vendorId: 'v1' },
    vendor,
  });
});
