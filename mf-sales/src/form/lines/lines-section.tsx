import {
  canEarn,
  currencySign,
  formatMoneyExact,
  formatPercent,
  LINE_KINDS,
  LINE_LABELS,
  moneyInput,
  percentInput,
  RATE_CATEGORIES,
  sumsOfLines,
  vendorRateOn,
  type LineKind,
  type LineSums,
  type MoneyReading,
  type RateCategory,
} from '@paperplane/shared/domain';
import { useFieldArray, useWatch } from '@paperplane/shared/forms';
import { LazyConfirmDialog } from '@paperplane/shared/records';
import { Button, cx, IconButton, Plus, SelectField, TextField, X } from '@paperplane/shared/ui';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { LineIcon } from '../../lines/line-icon';
import type { SaleEditor } from '../use-sale-editor';
import { lineOf } from './line-schema';
import { BLANK_LINE } from './line-values';
import { toOneTotal } from './one-total';
import './lines.css';

interface LinesProps {
  editor: SaleEditor;
  money: MoneyReading;
  /** The name of who owes the commission; null while nobody is chosen. */
  vendor: string | null;
  locked: boolean;
}

const KINDS = LINE_KINDS.map((value) => ({ value, label: LINE_LABELS[value] }));
const MOST = 60;

const isRated = (kind: LineKind): kind is RateCategory => kind in RATE_CATEGORIES;

/** What the vendor usually pays for a kind of line on the day of the sale, as typed; empty while there is none. */
function usualRate({ getValues }: SaleEditor['form'], kind: LineKind): string {
  const [{ vendor, group }, saleDate] = getValues(['picked', 'saleDate']);
  if (!vendor || !isRated(kind)) return '';
  return percentInput(group?.defaultCommissionRate ?? vendorRateOn(vendor, saleDate, kind));
}

/** A line's fields; rate or amount is switched by the unit in the field. */
function LineRow({ editor, money, index, locked, onRemove, onEnter }: LinesProps & RowProps) {
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

interface RowProps {
  index: number;
  onRemove: () => void;
  /** Enter was pressed in it. */
  onEnter: () => void;
}

/** What lines come to, with a double rule under what the customer pays and what there is to divide. */
function Sums({
  sums,
  count,
  vendor,
  currency,
}: {
  sums: LineSums;
  count: number;
  vendor: string | null;
  currency: string;
}) {
  const money = (amount: number) => formatMoneyExact(amount, currency);
  return (
    <dl className="sale-lines-sums" aria-live="polite">
      <div>
        <dt>Through {vendor ?? 'the vendor'}, effective rate</dt>
        <dd>{money(sums.through)}</dd>
        <dd className="is-rate">{formatPercent(sums.rate)}</dd>
        <dd>{money(sums.commission)}</dd>
      </div>
      {sums.fee !== 0 && (
        <div>
          <dt>Agency’s service fee, no vendor owes it</dt>
          <dd>{money(sums.fee)}</dd>
          <dd className="is-rate" />
          <dd>{money(sums.fee)}</dd>
        </div>
      )}
      <div className="is-total">
        <dt>Total of {count === 1 ? '1 line' : `${count} lines`}, to divide</dt>
        <dd>{money(sums.total)}</dd>
        <dd className="is-rate" />
        <dd>{money(sums.toDivide)}</dd>
      </div>
    </dl>
  );
}

/** What the sale is made of (docs/product/sales.md, Lines of a sale). */
export default function LinesSection({
  children,
  ...props
}: LinesProps & {
  /** Below the lines: what else there may be. */
  children?: ReactNode;
}) {
  const { editor, money, vendor, locked } = props;
  const { form } = editor;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' });
  const typed = useWatch({ control: form.control, name: 'lines' });
  const [asked, setAsked] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const wanted = useRef(false);
  useEffect(() => {
    if (wanted.current)
      [...(root.current?.querySelectorAll<HTMLElement>('.sale-line select') ?? [])].at(-1)?.focus();
    wanted.current = false;
  }, [fields.length]);
  const sums = sumsOfLines(typed.map((line) => lineOf(line, money)));
  // What else looks at the amounts finds what the lines come to.
  const { setValue } = form;
  useEffect(() => {
    setValue('totalAmount', moneyInput(sums.total));
    setValue('commissionAmount', moneyInput(sums.commission));
    setValue('commissionRate', percentInput(sums.rate));
  }, [setValue, sums.total, sums.commission, sums.rate]);
  const errors = form.formState.errors.lines;
  const add = () => {
    wanted.current = true;
    append({ ...BLANK_LINE, kind: 'extra', rate: usualRate(form, 'extra') }, { shouldFocus: false });
  };
  const whole = () => {
    setAsked(false);
    toOneTotal(form, sums);
  };
  return (
    <div className="pp-formsec sale-lines">
      <div>
        <h2>Lines</h2>
        <p>
          {locked
            ? 'These can no longer be changed.'
            : 'What the trip is made of. Total and commission are their sums.'}
        </p>
      </div>
      <div ref={root}>
        <div className="sale-line is-head" aria-hidden="true">
          <span>Kind</span>
          <span>Text</span>
          <span className="r">Amount</span>
          <span>Earns</span>
          <span>Rate or amount</span>
          <span className="r">Commission</span>
          <span />
        </div>
        {fields.map((row, index) => (
          <LineRow
            key={row.id}
            {...props}
            index={index}
            onRemove={() => (fields.length === 1 ? whole() : remove(index))}
            onEnter={() => {
              if (index === fields.length - 1 && fields.length < MOST && !locked) add();
            }}
          />
        ))}
        {(errors?.root?.message ?? errors?.message) && (
          <p className="pp-error" role="alert">
            {errors?.root?.message ?? errors?.message}
          </p>
        )}
        <Sums sums={sums} count={fields.length} vendor={vendor} currency={money.currency} />
        {!locked && (
          <div className={cx('pp-between', 'sale-lines-acts')}>
            <span className="pp-row">
              <Button
                variant="ghost"
                size="sm"
                icon={<Plus className="pp-i pp-i-14" />}
                onClick={add}
                disabled={fields.length >= MOST}
              >
                Add line
              </Button>
              <span className="pp-muted pp-sm sale-lines-key">
                <kbd className="pp-kbd">↵</kbd> in the last line adds one
              </span>
            </span>
            <button type="button" className="pp-link pp-sm" onClick={() => setAsked(true)}>
              Back to one total
            </button>
          </div>
        )}
        {children}
      </div>
      {asked && (
        <LazyConfirmDialog
          title="Back to one total?"
          confirmLabel="Use one total"
          onConfirm={whole}
          onCancel={() => setAsked(false)}
        >
          {`${fields.length === 1 ? 'The line becomes' : `The ${fields.length} lines become`} one total of ${formatMoneyExact(sums.total, money.currency)} with a commission of ${formatMoneyExact(sums.commission, money.currency)}. Their kinds, texts and amounts are lost.`}
          {sums.fee !== 0 &&
            ` The service fee of ${formatMoneyExact(sums.fee, money.currency)} becomes part of the total, and is no income of its own any more.`}
        </LazyConfirmDialog>
      )}
    </div>
  );
}
