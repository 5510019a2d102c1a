import { ask } from './bank';
import type { Person, TestAgency } from './test-agency';

/** What a place says can be paid now; money in cents. */
export interface Told {
  count: number;
  cents: number;
}

interface Sum {
  count: number;
  amount: number;
}
interface Page {
  count: number;
  stats: Record<'total' | 'ready', { count: number; agent_amount: number }>;
  rows: { agent_amount: number }[];
  ready_beside?: Sum;
}

const cents = (amount: number) => Math.round(amount * 100);
const told = ({ count, amount }: Sum): Told => ({ count, cents: cents(amount) });

/** The list of what is ready, by its figures, by its file, and by the figure that leads to it. */
async function ofLists(by: Person, agentId: string | null): Promise<Record<string, Told>> {
  const asked = { agent_id: agentId };
  const list = await ask<Page>(by, 'list_commissions', { ...asked, ready: true, page_size: 100 });
  const { columns, rows } = await ask<{ columns: string[]; rows: number[][] }>(by, 'export_commissions', {
    ...asked,
    ready: true,
  });
  const beside = list.ready_beside ?? { count: 0, amount: 0 };
  // What the list does not hold stands beside it.
  const whole = (count: number, amount: number) =>
    told({ count: count + beside.count, amount: amount + beside.amount });
  const at = columns.indexOf('agent_amount');
  const figure = (stats: { ready: { count: number; agent_amount: number } }) =>
    whole(stats.ready.count, stats.ready.agent_amount);
  return {
    list: whole(list.count, list.stats.total.agent_amount),
    'its figure': figure(list.stats),
    rows: whole(
      list.rows.length,
      list.rows.reduce((sum, row) => sum + row.agent_amount, 0),
    ),
    file: whole(
      rows.length,
      rows.reduce((sum, row) => sum + (row[at] ?? 0), 0),
    ),
    'list of all': figure((await ask<Page>(by, 'list_commissions', { ...asked, page_size: 1 })).stats),
    dashboard: figure(await ask<Page['stats']>(by, 'get_commission_stats', asked)),
  };
}

/**
 * What each place says can be paid now.
 * @param of null: all of the agency, as its admin reads it; a person, as they and the admin read it; an id, as the admin reads it
 */
export async function toldOfReady(
  { admin }: TestAgency,
  of: Person | string | null,
): Promise<Record<string, Told>> {
  if (of === null) {
    const { to_do: todo } = await ask<{ to_do: { payable: Sum } }>(admin, 'get_dashboard', {
      parts: ['to_do'],
    });
    const { strip } = await ask<{ strip: { ready: Sum } }>(admin, 'list_payouts');
    return { ...(await ofLists(admin, null)), 'to do': told(todo.payable), payouts: told(strip.ready) };
  }
  const id = typeof of === 'string' ? of : of.id;
  const { figures } = await ask<{ figures: { ready: { count: number; agent_amount: number } } }>(
    admin,
    'get_member_profile',
    { member_id: id },
  );
  const { count, agent_amount: amount } = figures.ready;
  const byAdmin = { ...(await ofLists(admin, id)), member: told({ count, amount }) };
  if (typeof of === 'string') return byAdmin;
  const { payable } = await ask<{ payable: { now: Sum } }>(of, 'get_dashboard', { parts: ['payable'] });
  return {
    ...byAdmin,
    ...Object.fromEntries(
      Object.entries(await ofLists(of, null)).map(([place, figure]) => [`own ${place}`, figure]),
    ),
    'payable next': told(payable.now),
  };
}
