import { formatCount } from '@paperplane/shared/domain';
import type { FinishedImport, Sum } from './bank-import-api';

type Groups = FinishedImport['groups'];

/** What became of the lines of an import, as it is shown. */
export type GroupName = 'certain' | 'look' | 'matched' | 'aside';

const added = (sums: readonly (Sum | undefined)[]): Sum =>
  sums.reduce<Sum>(
    (total, sum) => ({
      count: total.count + (sum?.count ?? 0),
      amount: total.amount + (sum?.amount ?? 0),
      amountIn: total.amountIn + (sum?.amountIn ?? 0),
      amountOut: total.amountOut + (sum?.amountOut ?? 0),
    }),
    { count: 0, amount: 0, amountIn: 0, amountOut: 0 },
  );

/** What the lines moved, by what became of them; groups without a line are left out. `open` wait for somebody. */
export function groupSums(groups: Groups): { open: number; sums: { name: GroupName; sum: Sum }[] } {
  const all: Record<GroupName, Sum> = {
    certain: added([groups.certain]),
    look: added([groups.review, groups.none]),
    matched: added([groups.matched]),
    aside: added([groups.set_aside]),
  };
  return {
    open: all.certain.count + all.look.count,
    sums: (Object.keys(all) as GroupName[])
      .map((name) => ({ name, sum: all[name] }))
      .filter(({ sum }) => sum.count > 0),
  };
}

/** `19 wait for you, 11 of them certain. 12 were set aside, as you did before.` */
export function waiting(groups: Groups): string {
  const count = (group: keyof Groups) => groups[group]?.count ?? 0;
  const { open } = groupSums(groups);
  const were = (many: number) => `${formatCount(many)} ${many === 1 ? 'was' : 'were'}`;
  const certain = count('certain') > 0 ? `, ${formatCount(count('certain'))} of them certain` : '';
  const said = [
    open > 0 && `${formatCount(open)} ${open === 1 ? 'waits' : 'wait'} for you${certain}.`,
    count('matched') > 0 && `${were(count('matched'))} matched.`,
    count('set_aside') > 0 && `${were(count('set_aside'))} set aside, as you did before.`,
  ];
  return said.filter(Boolean).join(' ') || 'Nothing new waits for you.';
}
