import { useQueryState } from '@paperplane/shared/platform';
import type { Segment } from '@paperplane/shared/ui';
import { earns } from '../parts/payout-words';
import type { Payout, PayoutLine } from '../payout-types';
import { byAgent, type AgentPart } from './by-agent';

/** Which lines are shown; `''`: all. */
export type LinesFilter = '' | 'received' | 'open' | 'held';

/** Whether the vendor has not paid a commission in full. */
export const isOpen = ({ funded }: Pick<PayoutLine, 'funded'>): boolean => funded === false;

const FILTERS: Record<Exclude<LinesFilter, ''>, (part: AgentPart) => AgentPart> = {
  received: (part) => ({
    ...part,
    commissions: part.commissions.filter((line) => !isOpen(line)),
    adjustments: [],
    held: [],
  }),
  open: (part) => ({ ...part, commissions: part.commissions.filter(isOpen), adjustments: [], held: [] }),
  held: (part) => ({ ...part, commissions: [], adjustments: [] }),
};

const isFilter = (value: string): value is keyof typeof FILTERS => Object.hasOwn(FILTERS, value);

/** The agents of a payout with the lines that are asked for; who has none of them is left out. */
export function filteredParts(record: Payout, filter: LinesFilter): AgentPart[] {
  const parts = byAgent(record);
  if (filter === '') return parts;
  return parts.map(FILTERS[filter]).filter(({ commissions, held }) => commissions.length + held.length > 0);
}

/** The filter of the address, as links with counts. It is offered where vendors have not paid everything. */
export function useLinesFilter({ lines, held, unfunded }: Payout): {
  filter: LinesFilter;
  segments: Segment[];
} {
  const { values, search } = useQueryState({ lines: '' });
  const filter = isFilter(values.lines) ? values.lines : '';
  if (unfunded.count === 0 && filter === '') return { filter, segments: [] };
  const commissions = lines.filter(earns).length;
  const segment = (label: string, value: LinesFilter, count: number): Segment => ({
    label,
    count,
    to: search({ lines: value }) || '?',
    active: value === filter,
  });
  return {
    filter,
    segments: [
      segment('All', '', commissions),
      segment('Received', 'received', commissions - unfunded.count),
      segment('Not received', 'open', unfunded.count),
      segment('Held', 'held', held.length),
    ],
  };
}
