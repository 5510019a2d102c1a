import { createRandom } from '../../seed/random';
import { createAccount, importLines, type BankLine } from '../support/bank';
import { sql } from '../support/database';
import { createBookings, numberOf, VENDORS, type Booking } from '../support/random-bookings';
import { randomLines, type RandomLine } from '../support/random-lines';
import { SEED, SOAK } from '../support/soak';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** Random lines of a bank among some hundreds of open commissions: what of them may be certain is said here once more, from outside. */

const LINES = SOAK ? 100_000 : 2_000;
const BOOKINGS = 500;
/** Lines of one import. */
const PORTION = 150;
/** So many violations of each kind are told in full. */
const TOLD = 10;

jest.setTimeout(SOAK ? 60 * 60_000 : 120_000);

const wordsOf = (line: BankLine) => `${line.text} ${line.counterparty ?? ''}`.toUpperCase();
/** As a word of its own. */
const holds = (words: string, what: string) => new RegExp(`(?<![A-Z0-9])${what}(?![A-Z0-9])`).test(words);

/** Whether the text holds the whole reference of a booking, or its number. */
function namesBooking(words: string, { reference }: Booking): boolean {
  const number = numberOf(reference);
  // A number may follow letters, as in CR30984, and zeros; letters are a word.
  return /\d/.test(number) ? new RegExp(`(?<!\\d)0*${number}(?!\\d)`).test(words) : holds(words, number);
}

/** A vendor's first two words, as a bank cuts a longer name, where they are no other vendor's; else the whole name. */
function shortName(vendor: string): string {
  const short = vendor.split(' ').slice(0, 2).join(' ');
  return (VENDORS.filter((each) => each.startsWith(short)).length === 1 ? short : vendor).toUpperCase();
}

/**
 * The rule: a line pays no commission, unless its text holds the whole reference (or its number) of the booking suggested and the amount is
 * exactly what is open of it, or it holds the vendor's name and the amount is open only once with that vendor, or of those it is open for it
 * names this one's traveler alone. Of several suggested together
 * the text holds each reference, and the amount is their sum.
 * @returns why this line must not be certain, or null
 */
function whyNot(
  line: RandomLine,
  suggested: readonly Booking[],
  bookings: readonly Booking[],
): string | null {
  const words = wordsOf(line);
  const cents = Math.round(100 * Number(line.amount));
  const [first] = suggested;
  if (!first) return 'nothing is suggested';
  if (line.forbids) return `of what forbids it: ${line.forbids}`;
  if (suggested.reduce((sum, { open }) => sum + open, 0) !== cents) return 'the amount is not what is open';
  const named = bookings.filter((booking) => namesBooking(words, booking));
  if (named.some((booking) => !suggested.includes(booking))) return 'it names another booking';
  if (suggested.every((booking) => named.includes(booking))) return null;
  if (suggested.length > 1) return 'it does not name each of them';
  if (!holds(words, first.vendor.toUpperCase()) && !holds(words, shortName(first.vendor)))
    return 'it names neither the booking nor the vendor';
  const twins = bookings.filter(({ vendor, open }) => vendor === first.vendor && open === cents);
  const called = twins.filter(({ traveler }) =>
    holds(words, traveler.split(' ').at(-1)?.toUpperCase() ?? ''),
  );
  return twins.length === 1 || (called.length === 1 && called[0] === first)
    ? null
    : `the amount is open ${twins.length} times with the vendor`;
}

const tell = (why: string, line: RandomLine, suggested: readonly Booking[]): string =>
  [
    `${why}: "${line.text}"`,
    ...(line.counterparty ? [`of ${line.counterparty}`] : []),
    `${line.amount} on ${line.booked_on}`,
    ...suggested.map(
      ({ reference, vendor, traveler, open }) =>
        `suggested ${reference} of ${vendor} for ${traveler}, ${(open / 100).toFixed(2)} open`,
    ),
  ].join(' | ');

/** Imports lines and takes them out again, for the next ones to find everything open. @returns those that are certain, with what each pays */
async function certainOf(agency: TestAgency, account: string, lines: readonly RandomLine[]) {
  const { id } = await importLines(
    agency.admin,
    account,
    lines.map(({ forbids: _, ...sent }) => sent),
  );
  const rows = await sql<{ line_number: number; commissions: string[] }>(
    `select t.line_number, array(select part ->> 'commission_id' from public.bank_suggestions s, jsonb_array_elements(to_jsonb(s.parts)) part
       where s.transaction_id = t.id and s.rank = 1) as commissions
     from public.bank_transactions t where t.import_id = $1 and t.certainty = 'certain'`,
    [id],
  );
  await sql('delete from public.bank_transactions where import_id = $1', [id]);
  return rows;
}

// Holds bank-64
test(`of random lines none is certain whose text and amount do not say what it pays, with seed ${SEED}`, async () => {
  const random = createRandom(SEED);
  const agency = await createTestAgency();
  const account = await createAccount(agency.admin);
  const bookings = await createBookings(agency, account, BOOKINGS, random);
  const byCommission = new Map(bookings.map((booking) => [booking.commission, booking]));
  const violations: Record<string, number> = {};
  const told: string[] = [];
  const certain = { byReference: 0, byVendor: 0 };
  let left: RandomLine[] = [];
  for (let sent = 0; sent < LINES;) {
    if (left.length === 0) left = randomLines(bookings, random).slice(0, LINES - sent);
    const lines = left.splice(0, PORTION);
    sent += lines.length;
    for (const { line_number, commissions } of await certainOf(agency, account, lines)) {
      const line = lines.find((each) => each.line === line_number);
      if (!line) throw new Error(`No line ${line_number} was sent`);
      const suggested = commissions.flatMap((commission) => byCommission.get(commission) ?? []);
      certain[
        suggested.some((booking) => namesBooking(wordsOf(line), booking)) ? 'byReference' : 'byVendor'
      ] += 1;
      const why = whyNot(line, suggested, bookings);
      if (!why) continue;
      const count = (violations[why] ?? 0) + 1;
      violations[why] = count;
      if (count <= TOLD) told.push(tell(why, line, suggested));
    }
  }
  if (SOAK) process.stdout.write(`${JSON.stringify({ lines: LINES, certain })}\n`);
  expect({ violations, told }).toEqual({ violations: {}, told: [] });
  expect(certain.byReference).toBeGreaterThan(0);
  expect(certain.byVendor).toBeGreaterThan(0);
});
