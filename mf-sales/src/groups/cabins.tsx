import { plural } from '@paperplane/shared/domain';
import { cx } from '@paperplane/shared/ui';
import type { SaleGroup } from '../sale';
import './groups.css';

const MOST = 40;

/** How many of the sales are paid and booked: "2 paid, 6 booked". */
export const cabinsText = ({ paid, booked }: SaleGroup['figures']): string =>
  `${paid} paid, ${booked} booked`;

/** One box a sale: paid ones are filled. @param own marks the sale on whose page it stands, by its place and status */
export function Cabins({ figures, own }: { figures: SaleGroup['figures']; own?: 'paid' | 'booked' | null }) {
  const { paid, booked } = figures;
  const boxes = [
    ...Array<'paid'>(Math.min(paid, MOST)).fill('paid'),
    ...Array<'booked'>(Math.max(0, Math.min(booked, MOST - paid))).fill('booked'),
  ];
  const mine = own ? boxes.lastIndexOf(own) : -1;
  return (
    <span className="group-cabins" role="img" aria-label={cabinsText(figures)}>
      {boxes.map((status, place) => (
        <i key={place} className={cx(status === 'paid' && 'ok', place === mine && 'me')} />
      ))}
    </span>
  );
}

/** "8 sales" of a group. */
export const salesText = ({ sales }: SaleGroup['figures']): string => plural(sales, 'sale');
