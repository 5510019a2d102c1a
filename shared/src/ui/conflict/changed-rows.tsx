import type { ReactNode } from 'react';

export interface ChangedRow {
  label: string;
  from: ReactNode;
  to: ReactNode;
}

/** What changed from what to what; nothing where nothing did. */
export function ChangedRows({ title, rows }: { title: string; rows: readonly ChangedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="pp-conflict-rows">
      <h3>{title}</h3>
      <ul>
        {rows.map(({ label, from, to }) => (
          <li key={label}>
            <span className="pp-muted">{label}</span>
            <span>
              <s>{from}</s> <span aria-hidden="true">→</span> <b>{to}</b>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
