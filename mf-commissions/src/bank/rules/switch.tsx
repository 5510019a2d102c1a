import { cx } from '@paperplane/shared/ui';

interface SwitchProps {
  label: string;
  on: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
}

/** On or off, at once. */
export function Switch({ label, on, disabled, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={cx('bank-switch', on && 'is-on')}
      aria-checked={on}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!on)}
    />
  );
}
