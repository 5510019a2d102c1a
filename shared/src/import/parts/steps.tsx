import { cx } from '../../ui';
import './parts.css';

interface StepsProps {
  names: readonly string[];
  /** Index of the step somebody is at; behind the last one when all are done. */
  now: number;
}

/** Where in an import somebody is. */
export function Steps({ names, now }: StepsProps) {
  return (
    <ol className="import-steps" aria-label="Steps">
      {names.map((name, index) => (
        <li
          key={name}
          className={cx(index < now && 'done', index === now && 'now') || undefined}
          aria-current={index === now ? 'step' : undefined}
        >
          <span aria-hidden="true">{index + 1}</span>
          {name}
          {index < now && <span className="pp-sr">, done</span>}
        </li>
      ))}
    </ol>
  );
}
