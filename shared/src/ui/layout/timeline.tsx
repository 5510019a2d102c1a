import type { ReactNode } from 'react';
import type { AnyStatus } from '../../domain/statuses';
import { StatusGlyph } from '../status/status-glyph';
import '../kit/timeline-lazy.css';

export interface TimelineItem {
  id: string;
  /** A status the entry arrived at, or an icon for anything else. */
  status?: AnyStatus;
  icon?: ReactNode;
  /** One sentence; `<b>` around who did it. */
  text: ReactNode;
  /** Small print in a box: a note, or `<DiffLine>`s. */
  detail?: ReactNode;
  /** ISO moment, for `<time>`. */
  at: string;
  /** The moment as read: "Nov 19, 2:14 PM". */
  when: string;
}

/** A history, in the order given: newest first. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label?: string }) {
  return (
    <ol className="pp-tl" aria-label={label}>
      {items.map(({ id, status, icon, text, detail, at, when }) => (
        <li key={id}>
          <span className={status ? `ic st s-${status}` : 'ic'}>
            {status ? <StatusGlyph status={status} /> : icon}
          </span>
          <p>{text}</p>
          {detail && <div className="pp-diff">{detail}</div>}
          <time dateTime={at}>{when}</time>
        </li>
      ))}
    </ol>
  );
}

/** "Total ~~$3,150~~ $3,275" inside a timeline entry. */
export function DiffLine({ label, from, to }: { label: string; from?: ReactNode; to: ReactNode }) {
  return (
    <span>
      {label} {from !== undefined && from !== '' && <s>{from}</s>} <b>{to}</b>
    </span>
  );
}
