import type { ReactNode } from 'react';
import type { LinkLike } from '../base/link-like';

export interface QuickActionCardProps {
  to: string;
  link: LinkLike;
  icon: ReactNode;
  title: string;
  description: string;
}

/** A link to a frequent task. Several stand in `<div className="pp-quick">`. */
export function QuickActionCard({ to, link: Link, icon, title, description }: QuickActionCardProps) {
  return (
    <Link to={to} className="pp-card">
      <span className="pp-tile">{icon}</span>
      <span>
        <b>{title}</b>
        <span>{description}</span>
      </span>
    </Link>
  );
}
