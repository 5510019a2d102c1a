/**
 * Who uses whom among the wings of the database's schema (`supabase/schemas/<wing>`), read from definitions and bodies. A wing uses those
 * that `config.toml` lists before it. An arrow up is an exception with its reason, and the table of them only shrinks.
 */
export interface SchemaFile {
  /** By wing: `sales/history.sql`. */
  file: string;
  sql: string;
}

/** Uses that lead to a wing above, by the two wings. @see docs/architecture.md, Database */
export const ARROWS_UP: Record<string, { uses: string[]; why: string }> = {
  'books -> reports': {
    uses: ['private.stale_report_months'],
    why: 'What keeps the figures of a closed month marks the month as stale, in the statement that changes it.',
  },
  'commissions -> payouts': {
    uses: ['private.schedule_lock', 'private.share_is_fixed', 'public.payout_holds'],
    why: 'A commission in a scheduled payout is locked; payouts are to say so from their own side.',
  },
  'customers -> records': {
    uses: ['private.move_threads', 'public.communications', 'public.documents'],
    why: 'Merging and deleting a customer ask who else uses the row.',
  },
  'customers -> sales': {
    uses: ['public.sale_travelers', 'public.sales'],
    why: 'Merging and deleting a customer ask who else uses the row; passports are seen by who travels with them.',
  },
  'customers -> totals': {
    uses: ['private.customer_totals'],
    why: 'The search of customers keeps the row their sums are in.',
  },
  'sales -> commissions': {
    uses: ['public.commissions'],
    why: 'A sale asks its commission which changes it allows, under one lock.',
  },
  'sales -> payouts': {
    uses: ['private.schedule_lock', 'private.trip_lock'],
    why: 'A sale in a scheduled payout is locked; payouts are to say so from their own side.',
  },
  'tenancy -> bank': {
    uses: ['public.bank_imports'],
    why: 'The currency of an agency is fixed by its first file of the bank.',
  },
  'tenancy -> commissions': {
    uses: ['public.commissions'],
    why: 'Whoever leaves hands over what is open.',
  },
  'tenancy -> notifications': {
    uses: ['private.notify_other_admins', 'private.write_notification', 'public.notifications'],
    why: 'Notifications belong to people and agencies, and people are told of what becomes of both.',
  },
  'tenancy -> sales': {
    uses: ['public.sales'],
    why: 'Whoever leaves hands over what is open; the currency of an agency is fixed by its first sale.',
  },
  'tenancy -> vendors': {
    uses: ['public.vendors'],
    why: 'A new agency without vendors is led to its first one.',
  },
};

const DEFINITION =
  /create\s+(?:or\s+replace\s+)?(?:unlogged\s+)?(?:table|view|function|type)\s+(?:if not exists\s+)?((?:public|private)\.\w+)/g;
const NAME = /\b(?:public|private)\.\w+/g;

/** Comments point at what they explain, wherever it is. */
const withoutComments = (sql: string) => sql.replace(/--[^\n]*/g, '').replace(/\bcomment on [^;]*;/g, '');

export const wingOf = (file: string) => file.split('/')[0] ?? '';

/**
 * @param files all of the schema, in the order of `config.toml`
 * @returns what of a wing above is named by a wing below: `sales -> payouts` and the names, sorted
 */
export function arrowsUp(files: SchemaFile[]): Record<string, string[]> {
  const wings = [...new Set(files.map(({ file }) => wingOf(file)))];
  const texts = files.map(({ file, sql }) => ({ wing: wingOf(file), text: withoutComments(sql) }));
  const home = new Map(
    texts.flatMap(({ wing, text }) =>
      [...text.matchAll(DEFINITION)].map(([, name]) => [name, wing] as const),
    ),
  );
  const arrows = new Map<string, Set<string>>();
  for (const { wing, text } of texts) {
    for (const [name] of text.matchAll(NAME)) {
      const target = home.get(name);
      if (target === undefined || wings.indexOf(target) <= wings.indexOf(wing)) continue;
      const arrow = `${wing} -> ${target}`;
      arrows.set(arrow, (arrows.get(arrow) ?? new Set()).add(name));
    }
  }
  return Object.fromEntries([...arrows].map(([arrow, names]) => [arrow, [...names].sort()]));
}
