import { STATUS_LOOKS, type AnyStatus, type Glyph } from '../../domain/statuses';
import { cx } from '../base/cx';

/** The shape of a status; always beside its word. `todo` is the empty ring of a step to come. */
export function StatusGlyph({ status, className }: { status: AnyStatus | 'todo'; className?: string }) {
  return (
    <svg className={cx('pp-i', className)} viewBox="0 0 24 24" aria-hidden="true">
      {status === 'todo' ? (
        <circle cx="12" cy="12" r="9" strokeWidth="2" />
      ) : (
        shapes[STATUS_LOOKS[status].glyph]
      )}
    </svg>
  );
}

const disc = <circle cx="12" cy="12" r="10.2" fill="currentColor" stroke="none" />;
const onDisc = { stroke: 'var(--color-surface)', strokeWidth: 2.3 };

const shapes: Record<Glyph, React.ReactNode> = {
  booked: (
    <>
      <circle cx="12" cy="12" r="9" strokeWidth="2.2" />
      <circle cx="12" cy="12" r="4" fill="currentColor" stroke="none" />
    </>
  ),
  check: (
    <>
      {disc}
      <path d="m7.9 12.3 2.8 2.8 5.5-5.8" {...onDisc} />
    </>
  ),
  cross: (
    <>
      {disc}
      <path d="m9 9 6 6m0-6-6 6" {...onDisc} />
    </>
  ),
  dashed: <circle cx="12" cy="12" r="9" strokeWidth="2.2" strokeDasharray="3.3 2.355" strokeLinecap="butt" />,
  pause: (
    <>
      <circle cx="12" cy="12" r="9" strokeWidth="2.2" />
      <path d="M10 9v6m4-6v6" strokeWidth="2.2" />
    </>
  ),
  half: (
    <>
      <circle cx="12" cy="12" r="9" strokeWidth="2.2" />
      <path d="M12 6.4a5.6 5.6 0 0 1 0 11.2z" fill="currentColor" stroke="none" />
    </>
  ),
};
