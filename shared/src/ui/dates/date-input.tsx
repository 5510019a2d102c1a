import {
  useLayoutEffect,
  useRef,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
} from 'react';
import type { DateOrder } from '../../domain/date-order';
import { isIsoDate } from '../../domain/dates';
import { LIMITS } from '../../domain/limits';
import { dateInput, readTypedDate, typedDateProblem } from '../../domain/typed-date';
import { cx } from '../base/cx';
import { IconButton } from '../actions/icon-button';
import { Calendar } from '../base/icons';

export interface DateInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'prefix' | 'defaultValue' | 'value'
> {
  /** In which order the agency types dates; month first where an older release remembered the person. */
  order: DateOrder | undefined;
  /** ISO, or what was typed instead of a date. Absent where a form's registration holds it. */
  value?: string;
  prefix?: ReactNode;
  /** Told what is wrong with what stands there, null for nothing, whenever that is written or left. */
  onProblem?: (problem: string | null) => void;
  ref?: Ref<HTMLInputElement>;
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
  const { prefix = <Calendar className="pp-i" />, className, onProblem: _, ...input } = props;
  return (
    <span className={cx('pp-affix', className)} data-invalid={input['aria-invalid'] ? true : undefined}>
      {prefix}
      <input type="date" {...{ min, max }} {...input} />
    </span>
  );
}

/** The input as others see it: its value is what `read` makes of the text, and is written by `write`. */
function seenAs(
  input: HTMLInputElement,
  read: (text: string) => string,
  write: (value: string) => void,
): HTMLInputElement {
  return new Proxy(input, {
    get(target, key) {
      const own: unknown = Reflect.get(target, key, target);
      if (key === 'value') return read(target.value);
      return typeof own === 'function' ? (own as () => unknown).bind(target) : own;
    },
    set(target, key, value) {
      if (key !== 'value') return Reflect.set(target, key, value, target);
      write(String(value ?? ''));
      return true;
    },
  });
}

/** Writes what is there once more, in the way of the agency. */
function rewrite(seen: HTMLInputElement) {
  const { value } = seen;
  seen.value = value;
}

/** The event, of another element. */
const eventOf = <E extends SyntheticEvent<HTMLInputElement>>(event: E, target: HTMLInputElement) =>
  Object.create(event, { target: { value: target }, currentTarget: { value: target } }) as E & {
    target: HTMLInputElement;
  };

type TypedDateProps = DateInputProps & { order: DateOrder; min: string; max: string };

/** Text in the agency's order, and a button that opens the browser's calendar. It keeps its order as long as it lives. */
function TypedDate(props: TypedDateProps) {
  const { order, value, min, max, prefix, className, onChange, onBlur, onProblem, ref, ...input } = props;
  const field = useRef<{ input: HTMLInputElement; seen: HTMLInputElement }>(null);
  const picker = useRef<HTMLInputElement>(null);
  const isLocked = Boolean(input.readOnly || input.disabled);
  const judge = (text: string) => onProblem?.(typedDateProblem(text, order, max));

  function attach(element: HTMLInputElement | null) {
    // The same one each time: a form reads its value anew from another.
    if (element && field.current?.input !== element) {
      const write = (text: string) => {
        element.value = dateInput(text, order);
        judge(element.value);
      };
      field.current = {
        input: element,
        seen: seenAs(element, (text) => readTypedDate(text, order, max), write),
      };
    }
    const seen = element && (field.current?.seen ?? null);
    if (typeof ref === 'function') return ref(seen);
    if (ref) ref.current = seen;
    return undefined;
  }

  useLayoutEffect(() => {
    const seen = field.current?.seen;
    // What is being typed stays as it is while it means the same.
    if (seen && value !== undefined && seen.value !== value) seen.value = value;
  }, [value]);

  function open() {
    if (!picker.current || !field.current) return;
    const { value: day } = field.current.seen;
    picker.current.value = isIsoDate(day) ? day : '';
    picker.current.showPicker();
  }

  return (
    <span className={cx('pp-affix', className)} data-invalid={input['aria-invalid'] ? true : undefined}>
      {prefix}
      <input
        autoComplete="off"
        placeholder={PLACEHOLDERS[order]}
        {...input}
        type="text"
        ref={attach}
        onChange={(event) => {
          judge(event.target.value);
          if (field.current) onChange?.(eventOf(event, field.current.seen));
        }}
        onBlur={(event) => {
          if (field.current && !isLocked) rewrite(field.current.seen);
          if (field.current) onBlur?.(eventOf(event, field.current.seen));
        }}
      />
      {/* The browser's calendar hangs from it; the button beside it opens it, and what is chosen goes to the text. */}
      <input
        ref={picker}
        type="date"
        className="pp-date-pick"
        tabIndex={-1}
        aria-hidden="true"
        {...{ min, max }}
        onChange={(event) => {
          if (!field.current) return;
          const { input: text, seen } = field.current;
          seen.value = event.target.value;
          onChange?.(eventOf(event, seen));
          text.focus();
        }}
      />
      <IconButton
        size="sm"
        label="Open calendar"
        aria-describedby={input.id && `${input.id}-label`}
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
