import { formatCount, formatDate, formatMoney, formatPercent } from '@paperplane/shared/domain';
import { Clock, UserRound, type Figure } from '@paperplane/shared/ui';
import { lastActiveText, type MemberProfile } from './team';

/** The figures in the row under the name. */
export const memberFigures = ({ figures, terms }: MemberProfile, currency: string): Figure[] => [
  { label: 'Revenue', value: formatMoney(figures.totalAmount, { currency }) },
  { label: 'Sales', value: formatCount(figures.salesCount) },
  { label: 'Commission', value: formatMoney(figures.commissionAmount, { currency }) },
  { label: 'Commission split', value: formatPercent(terms.commissionSplit) },
];

/** Lines under the address. */
export const memberFacts = ({ member: { createdAt, lastActiveAt } }: MemberProfile, timeZone: string) => [
  {
    icon: <UserRound className="pp-i" />,
    text: `Member since ${formatDate(createdAt, timeZone)}`,
  },
  {
    icon: <Clock className="pp-i" />,
    text: lastActiveAt ? `Last active: ${lastActiveText(lastActiveAt, timeZone)}` : 'Has not been here yet',
  },
];
