import { cx, TextField } from '@paperplane/shared/ui';
import type { ComponentProps } from 'react';
import type { ReceiptForm } from './receipt-schema';

const CHOICES: readonly { value: ReceiptForm['rest']; label: string; text: string }[] = [
  { value: 'open', label: 'Keep the rest open', text: 'The vendor still owes it.' },
  { value: 'write_off', label: 'Write it off', text: 'Nobody expects it any more.' },
];

interface ReceiptRestProps {
  /** The amount, as it is shown. */
  rest: string;
  chosen: ReceiptForm['rest'];
  onChoose: (chosen: ReceiptForm['rest']) => void;
  /** The field of the reason. */
  reason: Omit<ComponentProps<typeof TextField>, 'label'>;
}

/** What becomes of the rest of a payment that is short, as with a deposit. */
export function ReceiptRest({ rest, chosen, onChoose, reason }: ReceiptRestProps) {
  return (
    <fieldset className="pp-field commission-rest">
      <legend className="pp-label">{rest} is missing</legend>
      {CHOICES.map(({ value, label, text }) => (
        <label key={value} className={cx('pp-choice', chosen === value && 'is-on')}>
          <input
            type="radio"
            name="rest"
            value={value}
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          <span>
            {label} <small>{text}</small>
          </span>
        </label>
      ))}
      {chosen === 'write_off' && <TextField label="Reason" {...reason} />}
    </fieldset>
  );
}
