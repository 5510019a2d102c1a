import { formatDate, formatDateRange, isIsoDate, type IsoDate } from './dates';
import { formatMoneyExact } from './money';
import { plural } from './plural';
import { readMoney, type MoneyReading } from './read-money';

/** What an act moves, whose money it is and when (docs/product/platform.md, Acts that move money); each part where there is one. */
export interface ActFacts {
  /** As it is shown: `$6,872.97`. */
  amount?: string | undefined;
  /** Whom it goes to or comes from: `to 10 agents`, `from Azure Coast Cruises`. */
  who?: string;
  /** Its day, or those of all that it is about; what is no day yet is left out. */
  days?: IsoDate | readonly IsoDate[] | null | undefined;
}

/** `on Feb 5, 2027`, `of Jan 28 – Feb 3, 2027`, or nothing. */
function dayText(days: ActFacts['days']): string {
  const known = [days ?? []].flat().filter(isIsoDate).sort();
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return '';
  return first === last ? `on ${formatDate(first)}` : `of ${formatDateRange(first, last)}`;
}

/** Amount, people and day in one piece: `$6,872.97 to 10 agents on Feb 5, 2027`. */
export const actText = ({ amount, who, days }: ActFacts): string =>
  [amount, who, dayText(days)].filter(Boolean).join(' ');

/**
 * The whole name of a button, or the title of what is said afterwards: `Approved: $6,872.97 to 10 agents on Feb 5, 2027`.
 * @param words what can be seen of a button; its name begins with them (WCAG 2.5.3). Where they hold the amount, `facts` has none
 */
export function actName(words: string, facts: ActFacts): string {
  const text = actText(facts);
  return text ? `${words}${facts.amount ? ':' : ''} ${text}` : words;
}

/** One by name, more by their number: `Sofia Marino`, `10 agents`. @param one what one of them is */
export function whoText(names: readonly string[], one: string): string {
  const [name, ...others] = new Set(names);
  return name !== undefined && others.length === 0
    ? name
    : plural(others.length + (name === undefined ? 0 : 1), one);
}

/** What is typed into a field of money, as it is shown; undefined while it is no amount. */
export function typedMoney(typed: string, money: MoneyReading): string | undefined {
  const amount = readMoney(typed, money);
  return amount.ok && amount.value !== null ? formatMoneyExact(amount.value, money.currency) : undefined;
}
