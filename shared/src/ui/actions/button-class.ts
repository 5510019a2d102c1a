import { cx } from '../base/cx';

/** How a button looks (docs/product/platform.md, Kit). */
export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'danger'
  | 'success'
  | 'warning'
  | 'outline'
  | 'link'
  | 'ghost'
  | 'outline-danger'
  | 'white'
  | 'onbrand';
export type ButtonSize = 'sm' | 'md' | 'lg';

/**
 * The classes of a button, for links that look like one:
 * `<Link to={…} className={buttonClass('primary')}><Plus className="pp-i" /><span>Create sale</span></Link>`.
 * The label stands in a `<span>`: in a page header on a phone only the icon stays visible.
 */
export function buttonClass(
  variant: ButtonVariant = 'primary',
  options: { size?: ButtonSize; block?: boolean; className?: string } = {},
): string {
  const { size = 'md', block, className } = options;
  return cx(
    'pp-btn',
    `pp-btn-${variant}`,
    size !== 'md' && `pp-btn-${size}`,
    block && 'pp-btn-block',
    className,
  );
}
