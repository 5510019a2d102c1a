import { commissionFigures, saleFigures } from './demo-dashboard';
import { allOf, type Ask } from './demo-person';
import type { Demo, DemoRow } from './demo-rows';
import type { Findings } from './figure-tree';

interface Filter {
  what: string;
  args: Record<string, unknown>;
  rows: DemoRow[];
}

/** Those of an agent and of who shares a sale with others, a vendor's and that of a shared sale, and days at the edges of a month. */
function filters({ rows, parts, person }: Demo): Filter[] {
  const [first] = rows;
  // Of a person it is their part.
  const shared = parts.filter(({ agent, seller }) => agent !== seller);
  const year = Number(person.today.slice(0, 4)) - 1;
  const [start, end] = [`${year}-12-01`, `${year}-12-31`];
  return [
    {
      what: 'an agent',
      args: { agent_id: first?.agent },
      rows: parts.filter(({ agent }) => agent === first?.agent),
    },
    {
      what: 'a vendor',
      args: { vendor_id: first?.vendor },
      rows: rows.filter(({ vendor }) => vendor === first?.vendor),
    },
    {
      what: 'December',
      args: { start_date: start, end_date: end },
      rows: rows.filter(({ day }) => day >= start && day <= end),
    },
    ...shared.flatMap(({ agent, seller, vendor }) => [
      { what: 'a co-seller', args: { agent_id: agent }, rows: parts.filter((row) => row.agent === agent) },
      { what: 'who shares', args: { agent_id: seller }, rows: parts.filter((row) => row.agent === seller) },
      {
        what: 'the vendor of a shared sale',
        args: { vendor_id: vendor },
        rows: rows.filter((row) => row.vendor === vendor),
      },
    ]),
  ];
}

/** A list, its tabs, and what each row of it is. */
interface Listing {
  name: 'list_sales' | 'list_commissions';
  tabs: string[];
  status: (row: DemoRow) => string;
  id: (row: DemoRow) => string;
  figures: (rows: readonly DemoRow[], demo: Demo) => object;
  /** Where the answer has the figures of all tabs. */
  told: 'by_status' | 'stats';
}

const LISTINGS: Listing[] = [
  {
    name: 'list_sales',
    tabs: ['active', 'booked', 'paid', 'cancelled'],
    status: ({ status }) => status,
    id: ({ id }) => id,
    figures: (rows) => withCommission(rows),
    told: 'by_status',
  },
  {
    name: 'list_commissions',
    tabs: ['unpaid', 'funds_received', 'agent_paid', 'cancelled'],
    status: ({ state }) => state,
    id: ({ commission }) => commission,
    figures: commissionFigures,
    told: 'stats',
  },
];

/** Sales are told with the commission they bring. */
function withCommission(rows: readonly DemoRow[]): object {
  const statuses: Record<string, (row: DemoRow) => boolean> = {
    booked: ({ status }) => status === 'booked',
    paid: ({ status }) => status === 'paid',
    cancelled: ({ status }) => status === 'cancelled',
    total: () => true,
    active_total: ({ status }) => status !== 'cancelled',
  };
  return Object.fromEntries(
    Object.entries(saleFigures(rows)).map(([name, figure]) => {
      const some = rows.filter(statuses[name] ?? (() => false));
      const commission_amount = some.reduce((cents, { gross }) => cents + Math.round(gross * 100), 0) / 100;
      return [name, { ...figure, commission_amount }];
    }),
  );
}

/** What stands on the tabs of both lists, and the rows behind each tab. */
export async function checkLists(ask: Ask, demo: Demo, findings: Findings): Promise<void> {
  const sorted = (ids: string[]) => ids.sort().join();
  for (const { what, args, rows } of filters(demo))
    for (const { name, tabs, status, id, figures, told } of LISTINGS)
      for (const tab of [null, ...tabs]) {
        const shown = rows.filter(
          (row) => !tab || (tab === 'active' ? status(row) !== 'cancelled' : status(row) === tab),
        );
        const where = `${demo.person.login}: ${name} of ${what}, ${tab ?? 'all'}`;
        const answer = await allOf<{ id: string }, Record<string, unknown>>(ask, name, {
          ...args,
          status: tab,
        });
        findings.compare(
          where,
          { count: answer.count, figures: answer[told] },
          { count: shown.length, figures: figures(rows, demo) },
        );
        if (sorted(answer.rows.map((row) => row.id)) !== sorted(shown.map(id)))
          findings.wrong.push(
            `${where}: ${answer.rows.length} rows are not the ${shown.length} that it counts`,
          );
      }
}
