import { isDeepStrictEqual } from 'node:util';
import { besideOf, factsOf } from './agreements-facts';
import type { World } from './agreements-world';
import { sql, sqlOne } from './database';
import { toldOfReady, type Told } from './ready';

/** Something of a commission that somebody can be paid now, by what the tables say; money in cents. */
interface Part {
  id: string;
  commission: string;
  person: string;
  cents: number;
}

interface Line {
  part: string | null;
  person: string;
  cents: number;
  batch: string | null;
}

/** What waits to be paid, or is in a payout that is not paid yet. */
const linesOf = (organizationId: string) =>
  sql<Line>(
    `select coalesce(l.share_id, l.commission_id) as part, l.agent_id as person, (l.amount * 100)::float8 as cents, l.batch_id as batch
     from public.payout_lines l left join public.payout_batches b on b.id = l.batch_id
     where l.organization_id = $1 and (l.batch_id is null or b.status in ('draft', 'approved', 'scheduled'))`,
    [organizationId],
  );

/** What each person has carried over from the last statement. */
const carriedOf = (organizationId: string) =>
  sql<{ person: string; cents: number }>(
    `select distinct on (agent_id) agent_id as person, (carried_out * 100)::float8 as cents from public.payout_statements
     where organization_id = $1 order by agent_id, created_at desc, number desc`,
    [organizationId],
  );

/** Each part that can be paid now (docs/product/payouts.md, What can be paid), told from the rows by the document alone. */
async function readyParts({ agency, sales }: World): Promise<Part[]> {
  const { organizationId } = agency;
  const [facts, beside, holds, lines, carried, { minimum }] = await Promise.all([
    factsOf(organizationId),
    besideOf(organizationId),
    sql<{ part: string }>(
      `select case when private.of_seller(h) then h.commission_id else h.id end as part
       from public.payout_holds k join public.commission_shares h on h.id = k.share_id where k.organization_id = $1`,
      [organizationId],
    ),
    linesOf(organizationId),
    carriedOf(organizationId),
    sqlOne<{ minimum: number }>(
      'select (payout_minimum_amount * 100)::float8 as minimum from public.organizations where id = $1',
      [organizationId],
    ),
  ]);
  const isHeld = (part: string) => holds.some((hold) => hold.part === part);
  const isPaidFor = (sale: string) => sales.some(({ id, status }) => id === sale && status === 'paid');
  const comes = ({ key, status, sale }: { key: string; status: string; sale: string }) =>
    key.startsWith('vendor/') ? status === 'funds_received' && isPaidFor(sale) : status === 'funds_received';
  const own = facts
    .filter((fact) => fact.state === 'open' && comes(fact) && !isHeld(fact.share ?? fact.commission))
    .map(({ share, commission, person, cents }) => ({ id: share ?? commission, commission, person, cents }));
  const over = beside
    .filter((each) => {
      const under = facts.find(({ commission, key }) => commission === each.commission && key === each.key);
      if (each.state !== 'open' || ['unpaid', 'cancelled'].includes(each.status) || isHeld(each.share))
        return false;
      // It waits for what the share under it waits for, and for nothing once that is paid.
      return under?.state === 'paid' || (comes(each) && !isHeld(under?.share ?? each.commission));
    })
    .map(({ share, commission, person, cents }) => ({ id: share, commission, person, cents }));
  const parts = [...own, ...over];
  const isTaken = (part: string) => lines.some((line) => line.batch !== null && line.part === part);
  const isLater = (who: string) => {
    const due = [
      ...parts.filter(({ id, person }) => person === who && !isTaken(id)),
      ...lines.filter(({ person }) => person === who),
      ...carried.filter(({ person }) => person === who),
    ].reduce((sum, { cents }) => sum + cents, 0);
    return due > 0 && due < minimum;
  };
  return parts.filter(({ id, person }) => isTaken(id) || !isLater(person));
}

/** Places that do not say what can be paid now: to the agency, and of each person, in every list, figure and file. */
export async function wrongReady(world: World): Promise<unknown[]> {
  const parts = await readyParts(world);
  const wrong: unknown[] = [];
  for (const id of [null, ...world.people.map((person) => person.id), ...world.leads.keys()]) {
    const of = parts.filter(({ person }) => id === null || person === id);
    const has: Told = {
      count: new Set(of.map(({ commission }) => commission)).size,
      cents: of.reduce((sum, { cents }) => sum + cents, 0),
    };
    const told = await toldOfReady(world.agency, world.people.find((person) => person.id === id) ?? id);
    for (const [place, figure] of Object.entries(told))
      if (!isDeepStrictEqual(figure, has)) wrong.push({ person: id, place, told: figure, has });
  }
  return wrong;
}
