import { actName, actText, whoText } from './act-text';

const FACTS = { amount: '$6,872.97', who: 'to 10 agents', days: '2027-02-05' };

test.each([
  [FACTS, '$6,872.97 to 10 agents on Feb 5, 2027'],
  [
    { ...FACTS, days: ['2027-02-03', '2027-01-28', '2027-02-01'] },
    '$6,872.97 to 10 agents of Jan 28 – Feb 3, 2027',
  ],
  [{ ...FACTS, days: ['2027-02-03', '2027-02-03'] }, '$6,872.97 to 10 agents on Feb 3, 2027'],
  [{ who: 'to Sofia Marino', days: '02/0' }, 'to Sofia Marino'],
  [{ amount: '$1.00', days: null }, '$1.00'],
])('%j is named as it reads', (facts, text) => expect(actText(facts)).toBe(text));

// Holds platform-80
test('a name begins with the words that are seen', () => {
  expect(actName('Void payment', FACTS)).toBe('Void payment: $6,872.97 to 10 agents on Feb 5, 2027');
  expect(actName('Approve $6,872.97', { ...FACTS, amount: undefined })).toBe(
    'Approve $6,872.97 to 10 agents on Feb 5, 2027',
  );
  expect(actName('Undo', {})).toBe('Undo');
});

test('one is called by name, more by their number', () => {
  expect(whoText(['Sofia Marino', 'Sofia Marino'], 'agent')).toBe('Sofia Marino');
  expect(whoText(['Sofia Marino', 'Julia Brennan'], 'agent')).toBe('2 agents');
  expect(whoText([], 'agent')).toBe('0 agents');
});
