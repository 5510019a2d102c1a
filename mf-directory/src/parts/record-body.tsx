import type { ReactNode } from 'react';
import './record.css';

/** A record under its header: figures across, contact and notes left, the history right. On a phone one after the other. */
export function RecordBody({
  figures,
  side,
  children,
}: {
  figures: ReactNode;
  side: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      {figures}
      <div className="pp-grid pp-after">
        <div className="c4 pp-stack record-side">{side}</div>
        <div className="c8 pp-stack record-main">{children}</div>
      </div>
    </>
  );
}
