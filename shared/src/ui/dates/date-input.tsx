import {
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type RefCallback,
} from 'react';
import type { DateOrder } from '../../domain/date-order';
import { isIsoDate } from '../../domain/dates';
import { LIMITS } from '../../domain/limits';
import { dateInput, readTypedDate, typedDateProblem } from '../../domain/typed-date';
import { cx } from '../base/cx';
import { IconButton } from '../actions/icon-button';
import { Calendar } from '../base/icons';

/** A field of a date as a form sees it. */
export type DateElement = Pick<HTMLInputElement, 'type' | 'name' | 'value'> & { focus: () => void };

/** What a field of a date tells of itself: that it was written, or left. */
export interface DateEvent {
  type: string;
  target: DateElement;
}

export interface DateInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'prefix' | 'defaultValue' | 'value' | 'onChange' | 'onBlur'
> {
  /** In which order the agency types dates; month first where an older release remembered the person. */
  order: DateOrder | undefined;
  /** ISO, or what was typed instead of a date. Absent where a form's registration holds it. */
  value?: string;
  prefix?: ReactNode;
  onChange?: (event: DateEvent) => void;
  onBlur?: (event: DateEvent) => void;
  /** Told what is wrong with what stands there, null for nothing, whenever that is written or left. */
  onProblem?: (problem: string | null) => void;
  ref?: RefCallback<DateElement>;
}

/** Whoever points with a finger chooses a date, as the browser offers it; with a mouse there are keys to type it. */
const pointsWithFinger = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

/**
 * The control of a date, without label and error. For whoever uses it, its value is ISO: in the events, in `value`, and in the element
 * that `ref` gets. What is no date is its own text (docs/product/core.md, Typed dates).
 */
export function DateInput({
  order = 'mdy',
  min = LIMITS.dateMin,
  max = LIMITS.dateMax,
  ...props
}: DateInputProps) {
  const [native] = useState(pointsWithFinger);
  if (!native) return <TypedDate key={order} {...props} order={order} min={String(min)} max={String(max)} />;
  const {
    prefix = <Calendar className="pp-i" />,
    className,
    onProblem: _,
    onChange,
    onBlur,
    ...input
  } = props;
  return (
    <span className={cx('pp-affix', className)} data-invalid={input['aria-invalid'] ? true : undefined}>
      {prefix}
      <input
        type="date"
        {...{ min, max }}
        {...input}
        onChange={(event) => onChange?.(event)}
        onBlur={(event) => onBlur?.(event)}
      />
    </span>
  );
}

type TypedDateProps = DateInputProps & { order: DateOrder; min: string; max: string };

/** The text of a field as it is typed and as it is shown, and the field as its form sees it: its value is ISO, or what is no date. */
function useTypedDate({ order, max, name = '', value, onProblem }: TypedDateProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  // A form reads what was just written, before it is shown.
  const typed = useRef('');
  const type = (next: string) => {
    typed.current = next;
    setText(next);
    onProblem?.(typedDateProblem(next, order, max));
  };
  const read = () => readTypedDate(typed.current, order, max);
  const write = (next: string | null | undefined) => type(dateInput(next ?? '', order));
  const latest = useRef({ read, write, name });
  useLayoutEffect(() => {
    latest.current = { read, write, name };
  });
  // The same one each time: a form reads its value anew from another.
  const [field] = useState<DateElement>(() => ({
    type: 'text',
    get name() {
      return latest.current.name;
    },
    get value() {
      return latest.current.read();
    },
    set value(next) {
      latest.current.write(next);
    },
    focus: () => input.current?.focus(),
  }));
  useLayoutEffect(() => {
    // What is being typed stays as it is while it means the same.
    if (value !== undefined && latest.current.read() !== value) latest.current.write(value);
  }, [value]);
  return { input, field, text, type, read, write };
}

/** Text in the agency's order, and a button that opens the browser's calendar. It keeps its order as long as it lives. */
function TypedDate(props: TypedDateProps) {
  const {
    order,
    value: _,
    min,
    max,
    prefix,
    className,
    onChange,
    onBlur,
    onProblem: _told,
    ref,
    ...rest
  } = props;
  const { input, field, text, type, read, write } = useTypedDate(props);
  const picker = useRef<HTMLInputElement>(null);
  const isLocked = Boolean(rest.readOnly || rest.disabled);
  useImperativeHandle(ref, () => field, [field]);

  function open() {
    if (!picker.current) return;
    const day = read();
    picker.current.value = isIsoDate(day) ? day : '';
    picker.current.showPicker();
  }

  function leave() {
    // In the way of the agency.
    if (!isLocked) write(read());
    onBlur?.({ type: 'blur', target: field });
  }

  return (
    <span className={cx('pp-affix', className)} data-invalid={rest['aria-invalid'] ? true : undefined}>
      {prefix}
      <input
        autoComplete="off"
        placeholder={PLACEHOLDERS[order]}
        {...rest}
        type="text"
        ref={input}
        value={text}
        onChange={({ target }) => {
          type(target.value);
          onChange?.({ type: 'change', target: field });
        }}
        onBlur={leave}
      />
      {/* The browser's calendar hangs from it; the button beside it opens it, and what is chosen goes to the text. */}
      <input
        ref={picker}
        type="date"
        className="pp-date-pick"
        tabIndex={-1}
        aria-hidden="true"
        {...{ min, max }}
        onChange={({ target }) => {
          write(target.value);
          onChange?.({ type: 'change', target: field });
          field.focus();
        }}
      />
      <IconButton
        size="sm"
        label="Open calendar"
        aria-describedby={rest.id && `${rest.id}-label`}
        disabled={isLocked}
        onClick={open}
      >
        <Calendar className="pp-i" />
      </IconButton>
    </span>
  );
}

const PLACEHOLDERS: Readonly<Record<DateOrder, string>> = {
  mdy: 'mm/dd/yyyy',
  dmy: 'dd.mm.yyyy',
  ymd: 'yyyy-mm-dd',
};
