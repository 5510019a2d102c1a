import {
  canEarn,
  currencySign,
  formatMoneyExact,
  LINE_KINDS,
  LINE_LABELS,
  percentInput,
  RATE_CATEGORIES,
  vendorRateOn,
  type LineKind,
  type MoneyReading,
  type RateCategory,
} from '@paperplane/shared/domain';
import { useWatch } from '@paperplane/shared/forms';
import { IconButton, SelectField, TextField, X } from '@paperplane/shared/ui';
import type { KeyboardEvent } from 'react';
import { LineIcon } from '../../lines/line-icon';
import type { SaleEditor } from '../use-sale-editor';
import { lineOf } from './line-schema';

const KINDS = LINE_KINDS.map((value) => ({ value, label: LINE_LABELS[value] }));

const isRated = (kind: LineKind): kind is RateCategory => kind in RATE_CATEGORIES;

/** What the vendor usually pays for a kind of line on the day of the sale, as typed; empty while there is none. */
export function usualRate({ getValues }: SaleEditor['form'], kind: LineKind): string {
  const [{ vendor, group }, saleDate] = getValues(['picked', 'saleDate']);
  if (!vendor || !isRated(kind)) return '';
  return percentInput(group?.defaultCommissionRate ?? vendorRateOn(vendor, saleDate, kind));
}

interface LineRowProps {
  editor: SaleEditor;
  money: MoneyReading;
  locked: boolean;
  index: number;
  onRemove: () => void;
  /** Enter was pressed in it. */
  onEnter: () => void;
}

/** A line's fields; rate or amount is switched by the unit in the field. */
export function LineRow({ editor, money, index, locked, onRemove, onEnter }: LineRowProps) {
  const { form, field } = editor;
  const line = useWatch({ control: form.control, name: `lines.${index}` });
  const of = `of line ${index + 1}`;
  const reckoned = lineOf(line, money);
  const isFee = line.kind === 'service_fee';
  const earning = canEarn(line.kind);
  const byRate = line.earns === 'rate';
  const sign = currencySign(money.currency);
  /** What its vendor pays for this kind, unless somebody typed another rate. */
  const changeKind = (before: LineKind) => {
    form.clearErrors(`lines.${index}`);
    const now = form.getValues(`lines.${index}`);
    const wasUsual = now.rate.trim() === '' || now.rate === usualRate(form, before);
    if (canEarn(now.kind) && now.earns === 'rate' && wasUsual)
      form.setValue(`lines.${index}.rate`, usualRate(form, now.kind));
  };
  const set = (earns: 'rate' | 'amount' | 'nothing') => {
    form.setValue(`lines.${index}.earns`, earns);
    form.clearErrors(`lines.${index}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div className="sale-line" role="group" aria-label={`Line ${index + 1}`}>
      <div className="is-kind">
        <LineIcon kind={line.kind} />
        <SelectField
          label={`Kind ${of}`}
          options={KINDS}
          disabled={locked}
          {...field(`lines.${index}.kind`, () => changeKind(line.kind))}
        />
      </div>
      <div className="is-text">
        <TextField
          label={`Text ${of}`}
          maxLength={200}
          autoComplete="off"
          onKeyDown={onKeyDown}
          {...field(`lines.${index}.text`)}
        />
      </div>
      <div className="is-amount">
        <TextField
          label={`Amount ${of}`}
          inputMode="decimal"
          autoComplete="off"
          readOnly={locked}
          prefix={<span aria-hidden="true">{sign}</span>}
          onKeyDown={onKeyDown}
          {...field(`lines.${index}.amount`)}
        />
      </div>
      <div className="is-earns pp-check">
        {earning && (
          <input
            type="checkbox"
            aria-label={`Line ${index + 1} earns commission`}
            checked={line.earns !== 'nothing'}
            disabled={locked}
            onChange={(event) => set(event.target.checked ? 'rate' : 'nothing')}
          />
        )}
        <span aria-hidden="true">{earning ? 'Earns' : ''}</span>
      </div>
      <div className="is-value">
        {earning && line.earns !== 'nothing' ? (
          <TextField
            key={line.earns}
            label={byRate ? `Rate ${of}` : `Commission amount ${of}`}
            inputMode="decimal"
            autoComplete="off"
            readOnly={locked}
            suffix={
              <button
                type="button"
                className="sale-line-unit"
                disabled={locked}
                aria-label={
                  byRate ? `Rate ${of}, switch to amount` : `Commission amount ${of}, switch to rate`
                }
                onClick={() => set(byRate ? 'amount' : 'rate')}
              >
                {byRate ? '%' : sign}
              </button>
            }
            onKeyDown={onKeyDown}
            {...field(byRate ? `lines.${index}.rate` : `lines.${index}.commission`)}
          />
        ) : (
          <span className="sale-line-none">{isFee ? 'Ours, in full' : 'Earns nothing'}</span>
        )}
      </div>
      <div className="is-commission">
        {isFee
          ? formatMoneyExact(reckoned.amount, money.currency)
          : reckoned.earns === 'nothing'
            ? '–'
            : formatMoneyExact(reckoned.commission, money.currency)}
      </div>
      <div className="is-remove">
        {!locked && (
          <IconButton size="sm" label={`Remove line ${index + 1}`} onClick={onRemove}>
            <X className="pp-i" />
          </IconButton>
        )}
      </div>
    </div>
  );
}
