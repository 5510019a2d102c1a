import {
  formatMoneyExact,
  formatPercent,
  moneyInput,
  percentInput,
  sumsOfLines,
  type LineSums,
  type MoneyReading,
} from '@paperplane/shared/domain';
import { useFieldArray, useWatch } from '@paperplane/shared/forms';
import { LazyConfirmDialog } from '@paperplane/shared/records';
import { Button, cx, Plus } from '@paperplane/shared/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { SaleEditor } from '../use-sale-editor';
import { LineRow, usualRate } from './line-row';
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

const MOST = 60;

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
  editor,
  money,
  vendor,
  locked,
  children,
}: LinesProps & {
  /** Below the lines: what else there may be. */
  children?: ReactNode;
}) {
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
            {...{ editor, money, locked }}
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
