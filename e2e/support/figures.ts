import type { Page } from '@playwright/test';

/** A figure of a page: what it is called, what it says, and the words beside it. */
export interface ShownFigure {
  /** "ready to pay, money", "sales, count": what stands twice has one name. */
  name: string;
  value: number;
  /** What stands around it: its range, what it leaves out. */
  words: string;
  /** The list behind it. */
  to: string | null;
}

/** Every figure of the page: of cards, definition lists, strips and the heads of tables. */
export const figuresOf = (page: Page): Promise<ShownFigure[]> =>
  page.evaluate(() => {
    const found: ShownFigure[] = [];
    const textOf = (element: Element | null | undefined) =>
      (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    const number = (text: string) => Number(text.replaceAll(/[$,]/g, ''));
    const add = (name: string, unit: 'money' | 'count', text: string, words: string, to: string | null) =>
      found.push({ name: `${name.toLowerCase()}, ${unit}`, value: number(text), words, to });
    /** "3 sales" as "sales". */
    const many = (noun: string) => (noun.endsWith('s') ? noun : `${noun}s`).toLowerCase();
    const MONEY = /^-?\$[\d,]+(\.\d\d)?/;
    const COUNT = /^([\d,]+) ([a-z]+)/;
    /** "$72 ready to pay, last 365 days" is a figure of its own; what it is a part of is none. */
    const addAside = (text: string, to: string | null) => {
      const [, sum, label] = /(-?\$[\d,]+(?:\.\d\d)?) (ready to pay)/.exec(text) ?? [];
      if (sum && label) add(label, 'money', sum, text, to);
    };

    for (const card of document.querySelectorAll('main .pp-stat')) {
      const link = card.querySelector<HTMLAnchorElement>('.pp-stat-link');
      const to = link?.getAttribute('href') ?? null;
      const title = textOf(link ?? card.querySelector('.pp-stat-t > span:not(.pp-tile)'));
      const [, count, noun] = COUNT.exec(textOf(card.querySelector('.pp-stat-c > span'))) ?? [];
      const sum = MONEY.exec(textOf(card.querySelector('.pp-stat-v')))?.[0];
      const note = textOf(card.querySelector('.pp-stat-n'));
      // Sales and commissions are both cancelled.
      const name = title === 'Cancelled' ? `${title} ${many(noun ?? '')}` : title;
      if (sum) add(name, 'money', sum, note, to);
      if (count) add(name, 'count', count, note, to);
      addAside(note, null);
    }
    for (const head of document.querySelectorAll('main dt')) {
      const label = textOf(head);
      const value = head.nextElementSibling;
      const text = textOf(value);
      const to = value?.querySelector('a')?.getAttribute('href') ?? null;
      // What stands small below is apart.
      const told = textOf(value?.querySelector('a') ?? value).replace(
        textOf(value?.querySelector('small')),
        '',
      );
      const sum = MONEY.exec(told)?.[0];
      if (sum) add(label, 'money', sum, text, to);
      else if (/^[\d,]+$/.test(text)) add(many(label), 'count', text, text, to);
      const [, count, noun] = COUNT.exec(textOf(value?.querySelector('small'))) ?? [];
      // "Revenue $6,000, 6 sales": how many sales there are.
      if (count && noun) add(many(noun) === 'sales' ? 'sales' : label, 'count', count, text, to);
      addAside(text, null);
    }
    for (const figure of document.querySelectorAll('main .strip > *')) {
      const label = textOf(figure.querySelector('.t'));
      const text = textOf(figure.querySelector('small'));
      const to = figure.getAttribute('href');
      const sum = MONEY.exec(textOf(figure.querySelector('b')))?.[0];
      if (sum) add(label, 'money', sum, text, to);
      const count = COUNT.exec(text)?.[1];
      if (count) add(label, 'count', count, text, to);
      addAside(text, null);
    }
    for (const tag of document.querySelectorAll('main h2 .pp-tag')) {
      const text = textOf(tag);
      if (!/^[\d,]+$/.test(text)) continue;
      const heading = tag.closest('h2') as HTMLElement;
      const title = textOf(heading).replace(text, '').split(' ')[0] ?? '';
      const to = heading.parentElement?.querySelector('a[href^="/sales"]')?.getAttribute('href') ?? null;
      add(title === 'Purchases' ? 'trips' : title, 'count', text, textOf(heading), to);
    }
    for (const row of document.querySelectorAll(
      'main table[aria-label="Commissions"].member-commissions tbody tr',
    )) {
      const to = row.querySelector('a')?.getAttribute('href') ?? null;
      const cells = [...row.children].map(textOf);
      add(cells[0] ?? '', 'count', cells[1] ?? '', '', to);
      // As the list of its status says it: gross, of what was paid to agents their share.
      add(cells[0] ?? '', 'money', (cells[0] === 'Agent paid' ? cells[3] : cells[2]) ?? '', '', to);
    }
    return found;
  });

export function groupedBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** What says why a figure is another one: its days, or what is left out of it. */
const SAYS_WHY =
  /all time|last \d+ days|since|until|\b(19|20)\d\d\b|today|yesterday|this |excluding|cancelled/;

/** Figures that stand twice on a page and differ, without a word that says why beside each. */
export function atOdds(figures: readonly ShownFigure[]): string[] {
  return [...groupedBy(figures, ({ name }) => name)].flatMap(([name, same]) => {
    const values = new Set(same.map(({ value }) => value));
    if (values.size <= 1 || same.every(({ words }) => SAYS_WHY.test(words))) return [];
    return [`${name}: ${same.map(({ value, words }) => `${value} (${words})`).join(' and ')}`];
  });
}

/** What the line above a list says: how many there are, and what they come to, whole dollars as on cards. */
export function saidByList(line: string): { count: number; sum: number | null } {
  const sums = line.match(/\$[\d,]+(\.\d\d)?/g)?.map((text) => Number(text.replaceAll(/[$,]/g, ''))) ?? [];
  return {
    count: Number(/^([\d,]+)/.exec(line)?.[1]?.replaceAll(',', '') ?? 0),
    sum: sums.length > 0 ? sums.reduce((all, sum) => all + Math.round(sum * 100), 0) / 100 : null,
  };
}
