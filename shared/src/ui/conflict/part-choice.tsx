import { cx } from '../base/cx';
import { CircleAlert } from '../base/icons';
import type { Difference } from './compare-records';

interface ChoiceProps {
  difference: Difference;
  choice: 'mine' | 'theirs' | undefined;
  missing: boolean;
  onChoose: (choice: 'mine' | 'theirs') => void;
}

/** A part that both changed: mine or theirs, and neither before somebody says so. */
export function PartChoice({ difference, choice, missing, onChoose }: ChoiceProps) {
  const { part, label, before, mine, theirs } = difference;
  const helpId = `conflict-${part}-help`;
  return (
    <fieldset className="pp-field" aria-describedby={helpId}>
      <legend className="pp-label">{label}</legend>
      <p className="pp-hint" id={helpId}>
        It was {before}.
        {missing && (
          <span className="pp-error" role="alert">
            <CircleAlert className="pp-i" />
            Choose one of the two.
          </span>
        )}
      </p>
      <div className="pp-conflict-options">
        {(
          [
            ['mine', 'Keep mine', mine],
            ['theirs', 'Take theirs', theirs],
          ] as const
        ).map(([value, name, shown]) => (
          <label key={value} className={cx('pp-choice', choice === value && 'is-on')}>
            <input
              type="radio"
              name={`conflict-${part}`}
              value={value}
              checked={choice === value}
              onChange={() => onChoose(value)}
            />
            <span className="pp-muted pp-sm">
              {name}
              <b className="pp-conflict-value">{shown}</b>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
