import type { ReactNode } from 'react';
import { cx } from '../base/cx';
import type { LinkLike } from '../base/link-like';
import { useListShape } from './use-list-shape';

/** The rows of a table as two-line links, there only on a phone. */
export function MobileList({ label, children }: { label: string; children: ReactNode }) {
  if (useListShape() === 'table') return null;
  return (
    <ul className="pp-mlist" aria-label={label}>
      {children}
    </ul>
  );
}

/** Words of any length and a date: where there is no room for both, the words are shortened. */
export function MetaLine({ text, date }: { text: string; date: string }) {
  return (
    <span className="pp-metaline">
      <span className="pp-trunc">{text}</span>
      <span> · {date}</span>
    </span>
  );
}

export interface MobileListItemProps {
  /** Without it the row leads nowhere and is no link. */
  to?: string;
  link: LinkLike;
  title: ReactNode;
  /** Right of the title. */
  amount?: ReactNode;
  /** Second line: what it is, its reference and date. */
  meta?: ReactNode;
  /** Right of the second line: a StatusPill. */
  pill?: ReactNode;
  /** Before both lines: an Avatar or VendorLogo. */
  media?: ReactNode;
  /** Cancelled: the amount is struck through. */
  isVoid?: boolean;
}

/** One row of a MobileList. */
export function MobileListItem(props: MobileListItemProps) {
  const { to, link: Link, title, amount, meta, pill, media, isVoid } = props;
  const className = cx('pp-mrow', Boolean(media) && 'has-media');
  const content = (
    <>
      {media && <span className="md">{media}</span>}
      <span className="t pp-trunc">{title}</span>
      {amount !== undefined && <span className={cx('a pp-amt', isVoid && 'pp-void')}>{amount}</span>}
      {meta && <span className="m pp-trunc">{meta}</span>}
      {pill && <span className="p">{pill}</span>}
    </>
  );
  return (
    <li>
      {to ? (
        <Link to={to} className={className}>
          {content}
        </Link>
      ) : (
        <div className={className}>{content}</div>
      )}
    </li>
  );
}
