import type { ReactNode } from 'react';
import { STATUS_LOOKS, type AnyStatus } from '../../domain/statuses';
import { StatusGlyph } from '../status/status-glyph';
import '../kit/timeline-lazy.css';

export interface RouteStep {
  status: AnyStatus;
  /** Passed, where the thing is now, or still to come. */
  state: 'done' | 'now' | 'todo';
  /** When and by whom, or what comes next. */
  note?: ReactNode;
  /** Instead of the status's own word. */
  label?: string;
}

const spoken = { done: 'done', now: 'current', todo: 'to come' };

/** The flight route of a sale, commission or payout: its steps and where it stands. */
export function RouteStepper({ steps, label = 'Progress' }: { steps: readonly RouteStep[]; label?: string }) {
  return (
    <ol className="pp-route" aria-label={label}>
      {steps.map(({ status, state, note, label: word }) => (
        <li
          key={status}
          className={`${state} s-${status}`}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className="k">
            <StatusGlyph status={state === 'todo' ? 'todo' : status} />
          </span>
          <b>
            {word ?? STATUS_LOOKS[status].label}
            <span className="pp-sr">, {spoken[state]}</span>
          </b>
          {note && <small>{note}</small>}
        </li>
      ))}
    </ol>
  );
}
