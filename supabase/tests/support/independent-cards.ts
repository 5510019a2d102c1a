import { ask } from './bank';
import { askApi, beFunction } from './api-function';
import { makeKey } from './api-keys';
import { keyOf } from './independent-books';
import { cents, total } from './independent-money';
import { wasGiven } from './independent-pay';
import type { Tally } from './independent-tally';
import type { AuditWorld } from './independent-world';

interface Card {
  shares: Record<string, unknown>[];
  beside: Record<string, unknown>[];
  total: number | null;
  agency: number | null;
  taken_back: Record<string, unknown> | null;
  fee: Record<string, unknown> | null;
}

/** The card of each sale: what each person gets, what the agency keeps, what was taken back. */
export async function compareCards(world: AuditWorld, tally: Tally): Promise<void> {
  const { books, agency } = world;
  for (const sale of books.sales) {
    if (world.below(4) > 0 && sale.recalls.length === 0) continue;
    const card = await ask<Card | null>(agency.admin, 'get_sale_shares', { sale_id: sale.id });
    if (
      !card ||
      (sale.cancelled && books.peopleOf(sale).some(({ person }) => books.agreed.get(person)?.tiers))
    )
      continue;
    const shares = books.shares(sale);
    const fees = books.feeShares(sale);
    const kept = sale.cancelled ? 0 : books.received(sale) - books.takenBack(sale) + books.open(sale);
    const get = sale.cancelled ? 0 : books.has(sale, null) - books.givenBack(sale, null);
    const label = `sale card${sale.cancelled ? ' cancelled' : ''}${sale.recalls.length ? ' recalled' : ''} <${sale.reference}>`;
    tally.same(`${label} agency keeps`, cents(card.agency), kept - get);
    tally.same(
      `${label} taken back`,
      cents(card.taken_back?.['amount'] ?? 0),
      sale.cancelled ? 0 : books.takenBack(sale),
    );
    tally.same(`${label} given back`, cents(card.taken_back?.['agents'] ?? 0), books.givenBack(sale, null));
    if (sale.fee > 0 && sale.status !== 'cancelled') {
      const ofFee = total(fees, ({ amount }) => amount);
      tally.same(`${label} fee`, cents(card.fee?.['amount']), sale.fee);
      tally.same(`${label} fee kept`, cents(card.fee?.['agency']), sale.fee - ofFee);
    }
    for (const said of card.shares) {
      const own = shares.find(({ person, upon }) => person === said['user_id'] && upon === null);
      if (!own) continue;
      tally.same(`${label} part`, cents(said['gross_part']), books.partOf(sale, own.person, sale.amount));
      // A share keeps what it was recorded with; what tiers say now differently stands below.
      if (books.agreed.get(own.person)?.tiers === null)
        tally.same(`${label} share`, cents(said['amount']), own.amount);
    }
    if (sale.cancelled || sale.fee > 0) continue;
    const all =
      total(card.shares, (said) => cents(said['amount'])) +
      total(card.beside, (said) => cents(said['amount']));
    if (card.shares.length > 0) tally.same(`${label} all people`, all, books.has(sale, null));
  }
}

let asks = false;

/** What programs are told of commissions and sales. */
export async function compareApi(world: AuditWorld, tally: Tally): Promise<void> {
  const { books, agency } = world;
  if (!asks) beFunction();
  asks = true;
  const { key } = await makeKey(agency);
  for (const resource of ['commissions', 'sales'] as const) {
    let cursor: string | null = null;
    do {
      const { body } = await askApi('GET', `/${resource}?limit=100${cursor ? `&cursor=${cursor}` : ''}`, {
        key,
      });
      for (const row of (body['data'] ?? body[resource] ?? body['items'] ?? []) as Record<
        string,
        unknown
      >[]) {
        const sale = books.sales.find(({ id, commission }) => row['id'] === id || row['id'] === commission);
        if (!sale) continue;
        const same = (name: string, mine: number) =>
          tally.same(`API ${resource} <${sale.reference}> ${name}`, cents(row[name] ?? 0), mine);
        if (resource === 'sales') {
          same('total_amount', sale.total);
          same('commission_amount', sale.amount);
          continue;
        }
        tally.same(`API commissions <${sale.reference}> status`, row['status'], books.status(sale));
        same('amount', sale.amount);
        same('received_amount', books.received(sale));
        same('taken_back_amount', books.takenBack(sale));
        if (!sale.cancelled) same('written_off_amount', books.writtenOff(sale));
        same('open_amount', books.open(sale));
        same('overdue_amount', books.isOverdue(sale) ? books.open(sale) : 0);
        if (sale.cancelled) continue;
        same('agent_amount', books.has(sale, null));
        const people = row['people'] as Record<string, unknown>[];
        tally.same(
          `API commissions <${sale.reference}> people`,
          total(people, (one) => cents(one['amount'])),
          books.has(sale, null),
        );
        for (const { id } of books.people) {
          const theirs = total(
            people.filter((one) => one['user_id'] === id),
            (one) => cents(one['amount']),
          );
          tally.same(`API commissions <${sale.reference}> of one person`, theirs, books.has(sale, id));
        }
        const paid = total(books.shares(sale), (share) =>
          wasGiven(books, sale, keyOf(share)) ? (books.given.get(`${sale.id} ${keyOf(share)}`) ?? 0) : 0,
        );
        same('agents_paid_amount', paid);
      }
      cursor = (body['next_cursor'] as string | null) ?? null;
    } while (cursor);
  }
}
