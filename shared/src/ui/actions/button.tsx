import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Full width. */
  block?: boolean;
  /** Shows a spinner and ignores clicks; the button keeps its focus and its words. */
  loading?: boolean;
  /** Before the label. */
  icon?: ReactNode;
  /** After the label. */
  iconAfter?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button. One primary per view. For links use {@link buttonClass}. */
export function Button({
  variant = 'primary',
  size,
  block,
  loading = false,
  icon,
  iconAfter,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(variant, { size, block, className })}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={(event) => {
        // A busy submit button must not send its form again.
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {loading ? <span className="pp-spin" aria-hidden="true" /> : icon}
      {children !== undefined && <span>{children}</span>}
      {iconAfter}
    </button>
  );
}
