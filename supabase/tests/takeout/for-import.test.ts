import { ImportEngine } from '../../../shared/src/import/engine/engine';
import { createAccount, importLines, line } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { finishExports } from '../support/takeout';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** What `for-import/` promises (docs/product/tenancy.md, What is in the archive): the imports read it again, with nothing said by hand. */
jest.setTimeout(60_000);

let agency: TestAgency;
const files = new Map<string, string>();

beforeAll(async () => {
  agency = await createTestAgency();
  await agency.sale({ reference: 'AGAIN-1', amount: 1234.5 });
  await sql(
    `insert into public.customers (organization_id, first_name, last_name, tags, birthday, notes)
     values ($1, '=1+1', 'Née, "Formula"', '{VIP,Ski}', '1980-02-03', E'two\\nlines')`,
    [agency.organizationId],
  );
  await importLines(agency.admin, await createAccount(agency.admin, 'Operating'), [
    line(1, 'FJORDLINE, "CRUISES" COMM', '-77.50'),
  ]);
  await agency.owner.api.rpc('start_agency_export', {});
  await finishExports(agency.organizationId);
  const parts = await sql<{ path: string; content: string }>(
    `select p.path, p.content from private.agency_export_parts p where p.organization_id = $1 and p.kind = 'import'`,
    [agency.organizationId],
  );
  for (const { path, content } of parts) files.set(path, content);
});

/** What an import makes of a file. */
async function read(kind: 'customers' | 'vendors' | 'sales') {
  const engine = new ImportEngine();
  const text = files.get(`for-import/${kind}.csv`) ?? '';
  const { headers } = await engine.open(kind, new File([text], `${kind}.csv`), 'USD');
  const columns = engine.guess(kind);
  const { words, ...notation } = engine.reading(kind, columns, { dates: null, decimal: null });
  const mapping = { columns, ...notation, words: {}, same_email: 'skip' as const };
  const { rows, errors } = engine.portion(kind, mapping, 0, 100);
  const unknownColumns = headers.filter((_, index) => !columns[index]);
  const unknownWords = words.filter(({ known }) => known === null).map(({ text: word }) => word);
  return { rows, asked: [...unknownColumns, ...unknownWords], errors };
}

// Holds tenancy-112
test.each(['customers', 'vendors', 'sales'] as const)(
  '%s: every column is known, and every row',
  async (kind) => {
    const { rows, asked, errors } = await read(kind);
    expect({ asked, errors }).toEqual({ asked: [], errors: [] });
    const { count } = await sqlOne<{ count: number }>(
      `select count(*)::int as count from public.${kind} where organization_id = $1`,
      [agency.organizationId],
    );
    expect(rows).toHaveLength(count);
  },
);

test('texts, days and amounts are what they were', async () => {
  expect((await read('customers')).rows).toContainEqual(
    expect.objectContaining({
      first_name: '=1+1',
      last_name: 'Née, "Formula"',
      tags: ['VIP', 'Ski'],
      birthday: '1980-02-03',
      notes: 'two\nlines',
    }),
  );
  expect((await read('sales')).rows).toMatchObject([{ booking_reference: 'AGAIN-1', total_amount: 1234.5 }]);
});

// Read so in mf-commissions/src/bank/files/csv/csv.test.ts: tests of the database see no remote.
test('a bank account has a file with the columns of an import', () => {
  expect(files.get('for-import/bank-1-operating.csv')).toBe(
    'Date,Amount,Text,Counterparty,Reference\n"2026-05-10","-77.50","FJORDLINE, ""CRUISES"" COMM",,\n',
  );
});
