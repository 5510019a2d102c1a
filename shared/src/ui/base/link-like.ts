import type { AriaAttributes, ComponentType, MouseEventHandler, ReactNode } from 'react';

/** What ui passes to the link component it is given. The router's `Link` fits as it is. */
export interface LinkLikeProps extends Pick<AriaAttributes, 'aria-current' | 'aria-label' | 'aria-disabled'> {
  to: string;
  className?: string;
  children?: ReactNode;
  role?: string;
  tabIndex?: number;
  title?: string;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
}

/**
 * The link component a page hands down (`link={Link}`): ui knows no router, and a plain `<a>` would reload the
 * application.
 */
export type LinkLike = ComponentType<LinkLikeProps>;
