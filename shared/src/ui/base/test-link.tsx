import type { LinkLikeProps } from './link-like';

/** Stands for the router's link in this folder's tests. */
export function TestLink({ to, children, ...rest }: LinkLikeProps) {
  return (
    <a href={to} {...rest}>
      {children}
    </a>
  );
}
