import { cx } from '@paperplane/shared/ui';

interface ChoiceProps {
  name: string;
  /** The first one of a group carries the field's id, for the error summary. */
  id?: string;
  value: string;
  label: string;
  /** What it means. */
  text: string;
  checked: boolean;
  /** Why it cannot be chosen. */
  refusal?: string | null;
  onChoose: () => void;
}

/** A radio with its explanation, as one large target. */
export function Choice({ name, id, value, label, text, checked, refusal, onChoose }: ChoiceProps) {
  return (
    <label className={cx('pp-choice team-choice', checked && 'is-on')}>
      <input
        type="radio"
        name={name}
        id={id}
        value={value}
        checked={checked}
        disabled={Boolean(refusal)}
        onChange={onChoose}
      />
      <span>
        <b>{label}</b>
        <small>{text}</small>
        {refusal && <small>{refusal}</small>}
      </span>
    </label>
  );
}
