import { Link, paths } from '@paperplane/shared/platform';
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
}

/** The rooms of Integrations, under its header. */
export function IntegrationsTabs({ current }: IntegrationsTabsProps) {
  return (
    <nav className="head-tabs" aria-label="Integrations">
      {TABS.map(([room, label, path]) => (
        <Link key={room} to={path.href()} aria-current={room === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
