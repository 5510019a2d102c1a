import { addDays, formatDate, formatDateRange, formatDay, type IsoDate } from '@paperplane/shared/domain';
import type { AccountOnPage, FoundAccount, SentLink } from '../../bank-types';
import { accountText } from '../../parts/bank-words';

/** Where an account of the bank goes: one of ours by its id, a new one, or nowhere. */
export const NEW = 'new';
export const LEAVE_OUT = 'leave_out';

/** By the provider's id of an account. */
export type Targets = Readonly<Record<string, string>>;

const isLoan = ({ kind }: FoundAccount) => /loan|mortgage/i.test(kind ?? '');

/** Ours that one of the bank may go to: of its currency, and not linked already. */
const isFree = (account: AccountOnPage, found: FoundAccount) =>
  account.archivedAt === null &&
  account.currency === found.currency &&
  (account.connection === null || account.connection.state === 'disconnected');

/** Whether anything but leaving it out is possible. */
export const isOurs = (found: FoundAccount, currency: string): boolean => found.currency === currency;

/** Where each goes until somebody says otherwise. No two go to one of ours. */
export function proposedTargets(
  found: readonly FoundAccount[],
  accounts: readonly AccountOnPage[],
  currency: string,
): Targets {
  const targets: Record<string, string> = {};
  for (const each of found) {
    const ours = accounts.find(({ id }) => id === each.suggestedAccountId);
    const isTaken = ours && Object.values(targets).includes(ours.id);
    targets[each.providerAccountId] =
      !isOurs(each, currency) || (isLoan(each) && !ours)
        ? LEAVE_OUT
        : ours && isFree(ours, each) && !isTaken
          ? ours.id
          : NEW;
  }
  return targets;
}

/** What one of the bank may go to: ours that are free and that no other one goes to. */
export function targetOptions(
  found: FoundAccount,
  accounts: readonly AccountOnPage[],
  targets: Targets,
  currency: string,
): { value: string; label: string }[] {
  const taken = new Set(
    Object.entries(targets).flatMap(([id, target]) => (id === found.providerAccountId ? [] : [target])),
  );
  const leaveOut = { value: LEAVE_OUT, label: 'Leave out' };
  if (!isOurs(found, currency)) return [leaveOut];
  return [
    ...accounts
      .filter((account) => isFree(account, found) && !taken.has(account.id))
      .map((account) => ({ value: account.id, label: accountText(account) })),
    { value: NEW, label: 'New account' },
    leaveOut,
  ];
}

/** The last day that is here of an account. */
const lastDay = ({ spans }: AccountOnPage): IsoDate | undefined =>
  spans.filter(({ kind }) => kind === 'here').at(-1)?.to;

interface LinkFacts {
  currency: string;
  today: IsoDate;
  /** From which day lines are brought in. */
  since: IsoDate;
}

/** What follows from where one goes. */
export function targetNote(
  found: FoundAccount,
  target: string,
  accounts: readonly AccountOnPage[],
  { currency, today, since }: LinkFacts,
): string {
  if (!isOurs(found, currency))
    return `Paperplane keeps ${currency}; what is in ${found.currency} stays out.`;
  if (target === NEW) return 'Its currency and number are taken from the bank.';
  if (target === LEAVE_OUT) return isLoan(found) ? 'Loans carry no commission.' : 'Nothing of it comes in.';
  const ours = accounts.find(({ id }) => id === target);
  const last = ours?.connection && lastDay(ours);
  if (!last || last < since) return 'What its files have brought already is recognized.';
  const next = addDays(last, 1);
  return next >= today
    ? 'Goes on where it stopped.'
    : `Goes on where it stopped: ${shortRange(next, today)} is fetched.`;
}

/** `Jan 1 – Feb 3`. */
const shortRange = (from: IsoDate, to: IsoDate): string =>
  from.slice(0, 4) === to.slice(0, 4) ? `${formatDay(from)} – ${formatDay(to)}` : formatDateRange(from, to);

/** What `link_bank_accounts` is told. A new account is called as the bank calls it, with its number where the name is taken. */
export function linksOf(
  found: readonly FoundAccount[],
  targets: Targets,
  accounts: readonly AccountOnPage[],
): SentLink[] {
  const names = new Set(accounts.map(({ name }) => name.toLowerCase()));
  return found.map((each) => {
    const target = targets[each.providerAccountId] ?? LEAVE_OUT;
    const isNew = target === NEW;
    let newName: string | null = null;
    if (isNew) {
      const [name, longer] = [
        each.name,
        `${each.institution ?? ''} ${each.name} ${each.lastFour ?? ''}`.trim(),
      ];
      newName = names.has(name.toLowerCase()) ? longer : name;
      names.add(newName.toLowerCase());
    }
    return {
      providerAccountId: each.providerAccountId,
      accountId: isNew || target === LEAVE_OUT ? null : target,
      newName,
      leftOut: target === LEAVE_OUT,
    };
  });
}

/** From which day lines are brought in: the last 90 days unless said otherwise. */
export function sinceOptions(today: IsoDate): { value: IsoDate; label: string }[] {
  const yearStart = `${today.slice(0, 4)}-01-01`;
  const options = [
    { value: addDays(today, -89), label: `The last 90 days, from ${formatDate(addDays(today, -89))}` },
    { value: addDays(today, -29), label: `The last 30 days, from ${formatDate(addDays(today, -29))}` },
    { value: yearStart, label: `This year, from ${formatDate(yearStart)}` },
    { value: today, label: 'From today on' },
  ];
  // On some days two are the same.
  return options.filter(({ value }, place) => options.findIndex((each) => each.value === value) === place);
}
