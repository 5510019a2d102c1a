import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../base/cx';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** The accessible name; an icon says nothing to a screen reader. */
  label: string;
  size?: 'xs' | 'sm' | 'md';
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A square button that shows only an icon. */
export function IconButton({ label, size = 'md', className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      className={cx('pp-iconbtn', size !== 'md' && `pp-iconbtn-${size}`, className)}
      {...rest}
    />
  );
}
