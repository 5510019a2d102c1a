import type { ReactNode } from 'react';
import { formatMoney } from '../../domain/money';
import type { Hue } from '../../domain/person-hue';
import { plural } from '../../domain/plural';
import { IconButton } from '../actions/icon-button';
import { CircleQuestionMark } from '../base/icons';
import type { LinkLike } from '../base/link-like';

export interface SummaryCardProps {
  title: string;
  amount: number | null;
  count: number;
  /** Singular and plural: `['sale', 'sales']`. */
  items: readonly [one: string, many: string];
  /** One of the eight hues. */
  color: Hue;
  /** A StatusGlyph or an icon with `className="pp-i"`. */
  glyph: ReactNode;
  /** Small, below the amount: "of $482 gross". */
  note?: string | null;
  /** Whole percent of the total; draws the bar. */
  share?: number;
  currency: string;
  /** Adds the help button. */
  onHelp?: () => void;
  /** The filtered list; the whole card becomes the link. */
  to?: string;
  link?: LinkLike;
}

/** An amount, how many items it is made of, and its share. */
export function SummaryCard(props: SummaryCardProps) {
  const { title, amount, count, items, color, glyph, note, share, currency, onHelp, to, link: Link } = props;
  const figure = formatMoney(amount, { currency });
  const counted = plural(count, ...items);
  return (
    <div className={`pp-card pp-stat h-${color}`}>
      <div className="pp-stat-t">
        <span className="pp-tile">{glyph}</span>
        {to && Link ? (
          // The link covers the card by its ::after, so that the help button is its neighbour, not its child.
          <Link
            to={to}
            className="pp-stat-link"
            aria-label={[`${title}: ${figure}`, note, counted].filter(Boolean).join(', ')}
          >
            {title}
          </Link>
        ) : (
          <span>{title}</span>
        )}
        {onHelp && (
          <IconButton size="xs" label={`What does ${title} mean?`} onClick={onHelp}>
            <CircleQuestionMark className="pp-i pp-i-14" />
          </IconButton>
        )}
      </div>
      <span className="pp-stat-v">{figure}</span>
      {note && <span className="pp-stat-n pp-muted pp-sm">{note}</span>}
      <span className="pp-stat-c">
        <span>{counted}</span>
        {share !== undefined && <span>{share}%</span>}
      </span>
      {share !== undefined && (
        <span className="pp-share" aria-hidden="true">
          <i style={{ width: `${share}%`, background: `var(--color-card-${color}-solid)` }} />
        </span>
      )}
    </div>
  );
}
