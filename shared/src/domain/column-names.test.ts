import { fromDatabase, snakeCase, toDatabase, type CamelCased } from './column-names';

const ROW = {
  sale_date: '2026-11-21',
  address_line_1: '1 Quay',
  travelers: [{ first_name: 'Ana', more_emails: [{ value: 'a_b@c.test' }] }],
  by_status: { funds_received: { agent_amount: 3 }, paid: null },
  words: { sale_status: { on_hold: 'booked' } },
  tags: ['very_important'],
  note: null,
};

test('a row in the browser’s names, but for names that are data', () => {
  const shown: CamelCased<typeof ROW> = fromDatabase(ROW);
  expect(shown).toEqual({
    saleDate: '2026-11-21',
    addressLine1: '1 Quay',
    travelers: [{ firstName: 'Ana', moreEmails: [{ value: 'a_b@c.test' }] }],
    byStatus: { funds_received: { agentAmount: 3 }, paid: null },
    words: { sale_status: { on_hold: 'booked' } },
    tags: ['very_important'],
    note: null,
  });
  expect(toDatabase(shown)).toEqual(ROW);
});

test('what has the database’s names already keeps them', () => {
  expect(toDatabase(ROW)).toEqual(ROW);
  expect(snakeCase('address_line_1')).toBe('address_line_1');
});
