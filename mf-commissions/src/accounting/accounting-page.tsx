import { displayMessage } from '@paperplane/shared/domain';
import { useAuth, useQueryState } from '@paperplane/shared/platform';
import { Card, ErrorState, SkeletonRows } from '@paperplane/shared/ui';
import { useState } from 'react';
import { IntegrationsHead } from '../parts/integrations-head';
import { useGetJournalQuery } from './accounting-api';
import './accounting.css';
import type { Journal, JournalFormat } from './accounting-types';
import { EntriesCard } from './entries/entries-card';
import { ExportCard } from './export-card';
import { ExportedCard } from './exported-card';
import { JournalCard } from './journal-card';
import { monthOf } from './months';
import { SettingsDialog } from './settings-dialog';
import { useDownload } from './use-download';

/** /settings/integrations/accounting: the journal of a month for the agency's bookkeeping (docs/product/books.md). */
export default function AccountingPage() {
  const { values, set, search } = useQueryState({ month: '', page: '1' });
  const found = useGetJournalQuery(monthOf(values.month));
  const { data, error } = found;
  return (
    <main id="main" className="pp-page accounting">
      <IntegrationsHead current="accounting" />
      <div className="pp-section-h">
        <div>
          <h2>Accounting</h2>
          <p className="pp-sm pp-muted">
            Accounts are mapped once. Each entry is exported once, a second time only by asking.{' '}
            {data?.settings.basis && `Commission counts when it is ${data.settings.basis}.`}
          </p>
        </div>
      </div>
      {data ? (
        <>
          <Books journal={data} onMonth={(month) => set({ month: month.slice(0, 7) })} />
          <EntriesCard
            journal={data}
            page={/^[1-9]\d{0,5}$/.test(values.page) ? Number(values.page) : 1}
            pageTo={(page) => search({ page: String(page) }) || '?'}
            onPage={set}
          />
        </>
      ) : error ? (
        <Card padded={false} label="Journal">
          <ErrorState
            title="The journal could not be loaded"
            message={displayMessage(error)}
            retrying={found.isFetching}
            onRetry={() => void found.refetch()}
          />
        </Card>
      ) : (
        <Card label="Journal">
          <SkeletonRows rows={10} label="Loading the journal" />
        </Card>
      )}
    </main>
  );
}

function Books({ journal, onMonth }: { journal: Journal; onMonth: (month: string) => void }) {
  const { isOwner } = useAuth();
  // Until somebody chooses: the one of the last time.
  const [chosen, setChosen] = useState<JournalFormat | null>(null);
  const format = chosen ?? journal.exports[0]?.format ?? 'quickbooks';
  const [settings, setSettings] = useState(false);
  const { loading, download } = useDownload();
  return (
    <div className="pp-grid">
      <div className="c8">
        <JournalCard
          journal={journal}
          format={format}
          isOwner={isOwner}
          onSettings={() => setSettings(true)}
        />
      </div>
      <div className="c4 pp-stack pp-stack-lg">
        <ExportCard
          key={journal.month}
          journal={journal}
          format={format}
          isOwner={isOwner}
          onFormat={setChosen}
          onMonth={onMonth}
          onSettings={() => setSettings(true)}
          onExported={(exported) => void download(exported)}
        />
        <ExportedCard
          exports={journal.exports}
          isOwner={isOwner}
          loading={loading}
          onDownload={(exported) => void download(exported)}
        />
      </div>
      {settings && <SettingsDialog journal={journal} onClose={() => setSettings(false)} />}
    </div>
  );
}
