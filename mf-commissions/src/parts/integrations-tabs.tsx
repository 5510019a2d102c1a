import { formatCount } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { useLayoutEffect, useRef } from 'react';
import './head-tabs.css';

const TABS = [
  ['keys', 'API keys', paths.integrations],
  ['webhooks', 'Webhooks', paths.webhooks],
  ['accounting', 'Accounting', paths.accounting],
  ['tax-forms', 'Tax forms', paths.taxForms],
  ['moving-in', 'Moving in', paths.movingIn],
] as const;

interface IntegrationsTabsProps {
  current: (typeof TABS)[number][0];
  /** How many endpoints of webhooks do not take what they are told; undefined until it is known. */
  failing: number | undefined;
}

/** The rooms of Integrations, under its header. Where not all of them fit, the one that is open is in sight. */
export function IntegrationsTabs({ current, failing }: IntegrationsTabsProps) {
  const tabs = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const open = tabs.current?.querySelector<HTMLElement>('[aria-current]');
    if (!tabs.current || !open) return;
    tabs.current.scrollLeft = open.offsetLeft - (tabs.current.clientWidth - open.offsetWidth) / 2;
  }, [current, failing]);
  return (
    <nav className="head-tabs" aria-label="Integrations" ref={tabs}>
      {TABS.map(([room, label, path]) => (
        <Link key={room} to={path.href()} aria-current={room === current ? 'page' : undefined}>
          {label}
          {room === 'webhooks' && !!failing && (
            <span className="pp-tag">
              {formatCount(failing)}
              <span className="pp-sr"> failing</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
