import type { Notification } from './notification';

/** News of one kind and one day. */
export interface NewsGroup {
  key: string;
  /** "46 sales were recorded" */
  title: string;
  items: Notification[];
}

/** From so many on they are shown as one. */
const ALIKE = 3;

/** What several of one kind say together; other kinds (a mention, an invitation) stand for themselves. */
const TITLES: Record<string, (many: string) => string> = {
  assignment: (many) => `${many} sales were assigned to you`,
  sale: (many) => `${many} of your sales were cancelled`,
  commission: (many) => `News of ${many} of your commissions`,
  payout: (many) => `${many} of your payouts were recorded`,
  sale_recorded: (many) => `${many} sales were recorded`,
  sale_paid: (many) => `${many} sales were paid by their customers`,
};

const dayOf = ({ createdAt }: Notification, timeZone?: string): string =>
  new Date(createdAt).toLocaleDateString('en-CA', { timeZone });

/**
 * Brings together what is alike: three or more of one kind on one day become a group, in the place of the newest of them.
 * @param items newest first
 * @param isCut whether older ones exist that are not loaded: the last day's groups then say `20+`
 */
export function groupAlike(
  items: readonly Notification[],
  isCut: boolean,
  timeZone?: string,
): (Notification | NewsGroup)[] {
  const alike = new Map<string, Notification[]>();
  const keyOf = (item: Notification) => `${item.type} ${dayOf(item, timeZone)}`;
  for (const item of items) alike.set(keyOf(item), [...(alike.get(keyOf(item)) ?? []), item]);
  const oldest = items.at(-1);
  const lastDay = isCut && oldest ? dayOf(oldest, timeZone) : null;
  return items.flatMap((item): (Notification | NewsGroup)[] => {
    const key = keyOf(item);
    const group = alike.get(key) ?? [];
    const title = TITLES[item.type];
    if (!title || group.length < ALIKE) return [item];
    if (group[0] !== item) return [];
    const many = `${group.length}${dayOf(item, timeZone) === lastDay ? '+' : ''}`;
    return [{ key, title: title(many), items: group }];
  });
}

export const isGroup = (entry: Notification | NewsGroup): entry is NewsGroup => 'items' in entry;
