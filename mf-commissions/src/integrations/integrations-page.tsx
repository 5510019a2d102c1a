import { Link, paths } from '@paperplane/shared/platform';
import { BookOpen, buttonClass } from '@paperplane/shared/ui';
import { IntegrationsHead } from '../parts/integrations-head';
import { useNow } from '../parts/use-now';
import { KeysSection } from './keys-section';

/** /settings/integrations: API keys (docs/product/integrations.md, API keys). */
export default function IntegrationsPage() {
  const now = useNow();
  return (
    <main id="main" className="pp-page">
      <IntegrationsHead
        current="keys"
        actions={
          <Link to={paths.apiReference.href()} className={buttonClass('outline')} aria-label="API reference">
            <BookOpen className="pp-i" />
            <span>API reference</span>
          </Link>
        }
      />
      <KeysSection now={now} />
    </main>
  );
}
