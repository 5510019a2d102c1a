import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../actions/button';
import { cx } from '../base/cx';
import { IconButton } from '../actions/icon-button';
import { Plus, X } from '../base/icons';
import '../kit/list-inputs-lazy.css';

export interface RepeatableRowsProps<Row extends { id: string }> {
  /** "More phones": names the group. */
  label: string;
  /** What a row is called: "phone" in "Add phone" and "Remove phone 2". */
  noun: string;
  /** The rows with ids that stay while others come and go: `useFieldArray`'s fields. */
  rows: readonly Row[];
  onAdd: () => void;
  onRemove: (index: number) => void;
  /** How many there may be. */
  max: number;
  /** Field and field side by side, e.g. a kind and a number: the first one narrow. */
  layout?: 'label-value' | 'halves' | 'stack';
  /** What is wrong with all of them. */
  error?: string;
  /** The fields of a row. */
  children: (row: Row, index: number) => ReactNode;
}

/** As many of something as one needs. A new row has the focus; after a removal it goes to the button that adds. */
export function RepeatableRows<Row extends { id: string }>(props: RepeatableRowsProps<Row>) {
  const { label, noun, rows, onAdd, onRemove, max, layout = 'label-value', error, children } = props;
  const root = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<'last' | 'add' | null>(null);
  useEffect(() => {
    const to = wanted.current;
    wanted.current = null;
    if (to === 'add') root.current?.querySelector<HTMLElement>('.pp-rows-add')?.focus();
    if (to === 'last')
      root.current
        ?.querySelector<HTMLElement>('.pp-rows-row:last-of-type :is(input, select, textarea)')
        ?.focus();
  }, [rows.length]);

  return (
    <fieldset className="pp-rows" ref={root}>
      <legend className={cx('pp-label', rows.length === 0 && 'pp-sr')}>{label}</legend>
      {rows.map((row, index) => (
        <div
          key={row.id}
          className={cx('pp-rows-row', `is-${layout}`)}
          role="group"
          aria-label={`${label} ${index + 1}`}
        >
          <div className="pp-rows-fields">{children(row, index)}</div>
          <IconButton
            size="sm"
            label={`Remove ${noun} ${index + 1}`}
            onClick={() => {
              wanted.current = 'add';
              onRemove(index);
            }}
          >
            <X className="pp-i" />
          </IconButton>
        </div>
      ))}
      {error && (
        <p className="pp-error" role="alert">
          {error}
        </p>
      )}
      {rows.length < max && (
        <Button
          variant="ghost"
          size="sm"
          className="pp-rows-add"
          icon={<Plus className="pp-i pp-i-14" />}
          onClick={() => {
            wanted.current = 'last';
            onAdd();
          }}
        >
          {`Add ${noun}`}
        </Button>
      )}
    </fieldset>
  );
}
