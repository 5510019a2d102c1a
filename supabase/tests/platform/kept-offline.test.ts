import { camelCase } from '../../../shared/src/domain/column-names';
import { KEPT, type Fields } from '../../../shared/src/domain/what-is-kept';
import { functionContract } from '../support/contract';

/** docs/product/platform.md, Reading offline: what a function learns to answer is kept on no device until somebody has said so. */

/** What each endpoint that is kept asks, and what of its answer stays away on purpose. The other two read rows, column by column. */
const ASKED: Readonly<Record<string, { asks: string; left: readonly string[] }>> = {
  listSales: { asks: 'list_sales', left: [] },
  // What several people have is told to the agency, which keeps no list of all; what is beside a list of what is ready is asked for anew.
  listCommissions: {
    asks: 'list_commissions',
    left: ['rows.divided', 'readyBeside.count', 'readyBeside.amount'],
  },
  getMyPayouts: {
    asks: 'get_my_payouts',
    left: ['account.holderName', 'account.kind', 'account.lastFour', 'account.updatedAt'],
  },
  listCustomers: { asks: 'list_customers', left: [] },
  getCustomerProfile: {
    asks: 'get_customer_page',
    left: [
      'canUsePassports',
      'passports.country',
      'passports.expiresOn',
      'passports.givenNames',
      'passports.id',
      'passports.issuedOn',
      'passports.lastFour',
      'passports.warning.monthsAfter',
      'passports.warning.returnDate',
      'passports.warning.saleId',
    ],
  },
  getDashboard: {
    asks: 'get_dashboard',
    // Of admins and owners, who keep no dashboard; and what customers are to pay, which may be paid by now.
    left: ['firstSteps', 'paymentsDue', 'toDo', 'topAgents'],
  },
};
const ROWS = ['getCommission', 'getSale'];

interface Schema {
  type: string;
  entries?: Readonly<Record<string, Schema>>;
  item?: Schema;
  wrapped?: Schema;
  options?: readonly Schema[];
}

const at = (before: string, name: string) => (before ? `${before}.${name}` : name);

/** The fields of an answer: `rows.customer.firstName`. */
function told({ entries, item, wrapped, options, type }: Schema, before = ''): string[] {
  if (wrapped) return told(wrapped, before);
  if (item) return told(item, before);
  // Beside its answer a part may say that it failed.
  if (type === 'union' && options) return options.slice(0, 1).flatMap((option) => told(option, before));
  if (!entries) return [before];
  // As `fromDatabase` names them: what lies by status keeps its names.
  const isByStatus = before.endsWith('byStatus');
  return Object.entries(entries).flatMap(([name, schema]) =>
    told(schema, at(before, isByStatus ? name : camelCase(name))),
  );
}

const kept = (fields: Fields, before = ''): string[] =>
  fields === true ? [before] : Object.entries(fields).flatMap(([name, of]) => kept(of, at(before, name)));

// Holds platform-46
test.each(Object.entries(ASKED))(
  'every field of %s is kept, or left out here on purpose',
  (endpoint, { asks, left }) => {
    const fields = told(functionContract(asks)!.answer);
    const named = new Set(kept(KEPT[endpoint]!.fields));
    const isLeft = (field: string) => left.some((one) => field === one || field.startsWith(`${one}.`));
    expect(fields.filter((field) => !named.has(field) && !isLeft(field))).toEqual([]);
    // And nothing is named that no answer has.
    expect([...named].filter((field) => !fields.includes(field))).toEqual([]);
    expect(
      left.filter((one) => !fields.some((field) => field === one || field.startsWith(`${one}.`))),
    ).toEqual([]);
  },
);

test('every endpoint that is kept stands here', () => {
  expect(Object.keys(KEPT).sort()).toEqual([...Object.keys(ASKED), ...ROWS].sort());
});
