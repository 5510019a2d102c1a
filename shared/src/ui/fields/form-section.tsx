import type { ReactNode } from 'react';
import '../kit/form-layout-lazy.css';

/**
 * A form's section: title left, fields right, stacked on narrow screens. Lives in `<Card padded={false}>`; its fields
 * in `<div className="pp-formgrid">` (two columns; `three` for three; `full` on a field's wrapper spans them).
 */
export function FormSection({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="pp-formsec">
      <div>
        <h2>{title}</h2>
        {hint && <p>{hint}</p>}
      </div>
      {children}
    </div>
  );
}

/** Fields left, a sticky summary of 320 px right. */
export function FormLayout({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="pp-formlay">
      <div className="pp-stack">{children}</div>
      {aside && <aside className="pp-formside">{aside}</aside>}
    </div>
  );
}

/** Submit and cancel; docked at the bottom of a phone. Submit stands first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="pp-formacts">{children}</div>;
}
