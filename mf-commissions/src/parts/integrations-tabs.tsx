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

/** The rooms of Integrations, under its header. Where there is no room for all of them the current one is in sight. */
export function IntegrationsTabs({ current, failing }: IntegrationsTabsProps) {
  const tabs = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const row = tabs.current;
    const tab = row?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (!row || !tab) return;
    const { left, width } = row.getBoundingClientRect();
    row.scrollLeft += tab.left - left - (width - tab.width) / 2;
  }, [current, failing]);
  return (
    <nav ref={tabs} className="head-tabs" aria-label="Integrations">
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
