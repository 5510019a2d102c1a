import { bankDayCases } from '../../../shared/src/domain/bank-days-cases';
import { sql, sqlOne } from '../support/database';

// Holds payouts-53
test.each(['us', 'iban'] as const)('the database knows the bank days of ten years (%s)', async (kind) => {
  const cases = [...bankDayCases(kind)];
  const wrong = await sql<{ day: string }>(
    `select c.day::text from unnest($2::date[], $3::boolean[]) c(day, expected)
     where private.is_bank_day($1, c.day) <> c.expected`,
    [kind, cases.map(([day]) => day), cases.map(([, expected]) => expected)],
  );
  expect(wrong).toEqual([]);
});

test('between two kinds of account the nearest day is one of both', async () => {
  expect(
    await sqlOne(
      `select private.next_bank_day('{us,iban}', '2026-12-25', -1)::text as before,
         private.next_bank_day('{us,iban}', '2026-12-25', 1)::text as after`,
    ),
  ).toEqual({ before: '2026-12-24', after: '2026-12-28' });
});
