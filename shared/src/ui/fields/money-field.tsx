import { useState, type ChangeEvent, type FocusEvent } from 'react';
import { currencySign } from '../../domain/currency';
import { formatMoneyExact, moneyInput } from '../../domain/money';
import { readMoney, type MoneyReading } from '../../domain/read-money';
import { afterPress } from '../base/after-press';
import { TextField, type TextFieldProps } from './text-field';

export interface MoneyFieldProps extends Omit<TextFieldProps, 'type' | 'prefix' | 'suffix' | 'reading'> {
  /** Whose amounts are typed. The sign of the currency stands before the amount, its code behind it. */
  money: MoneyReading;
}

/** What is read of a text that is not written so already; nothing of what is no amount. */
function readingOf(text: string, money: MoneyReading): string {
  const read = readMoney(text, money);
  if (!read.ok || read.value === null) return '';
  const exact = formatMoneyExact(read.value, money.currency);
  return text === exact || text === moneyInput(read.value) ? '' : exact;
}

/**
 * A typed amount, kept as the text that was typed (read it with `readMoney` or the `moneyText` schema of domain;
 * fill it with `moneyInput`). A number input would drop a comma or change on the mouse wheel. While it is typed, what was read
 * stands below it (docs/product/core.md, Money); left with an amount in it, it shows that as amounts are written: `1,482.50`.
 */
export function MoneyField({ money, onBlur, onChange, ...rest }: MoneyFieldProps) {
  const [reading, setReading] = useState('');
  const { currency } = money;
  const sign = currencySign(currency);
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    setReading(readingOf(event.target.value, money));
    onChange?.(event);
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const typed = readMoney(event.target.value, money);
    // Before the form reads the field, which it does when it is left.
    if (typed.ok && typed.value !== null && !rest.readOnly) event.target.value = moneyInput(typed.value);
    afterPress(() => setReading(''));
    onBlur?.(event);
  };
  return (
    <TextField
      autoComplete="off"
      {...rest}
      onChange={type}
      onBlur={leave}
      inputMode="decimal"
      reading={reading}
      prefix={sign !== currency && <span aria-hidden="true">{sign}</span>}
      suffix={<span aria-hidden="true">{currency}</span>}
    />
  );
}
