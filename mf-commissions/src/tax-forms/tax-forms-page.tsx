import { displayMessage } from '@paperplane/shared/domain';
import { useAuth, useQueryState } from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  Notice,
  SkeletonDetail,
  useSkeleton,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { IntegrationsHead } from '../parts/integrations-head';
import { EuYear } from './notes/eu-year';
import { HeadActions } from './parts/head-actions';
import { YearNav } from './parts/year-nav';
import { useGetTaxYearQuery } from './tax-api';
import './tax-forms.css';
import { TAX_DEFAULTS, taxQuery } from './tax-query';
import type { TaxYear } from './tax-types';
import { UsYear } from './year/us-year';

const loadSettings = () =>
  import(/* webpackChunkName: "lazy-tax-settings" */ './parts/settings-dialog').then(
    (code) => code.SettingsDialog,
  );

/** /settings/integrations/tax-forms: what an agency makes for the taxes of its agents (docs/product/taxes.md, Which forms). */
export default function TaxFormsPage() {
  const { values, search } = useQueryState(TAX_DEFAULTS);
  const { year, page } = taxQuery(values);
  const { data, error, isFetching, refetch } = useGetTaxYearQuery(year);
  const isWaiting = useSkeleton(!data && !error);
  return (
    <main id="main" className="pp-page">
      <IntegrationsHead current="tax-forms" actions={data && <HeadActions year={data} />} />
      {data && !isWaiting ? (
        <Shown
          year={data}
          page={page}
          pageTo={(number) => search({ page: String(number) }) || '?'}
          yearTo={(one) => search({ year: String(one) }) || '?'}
        />
      ) : error ? (
        <Card padded={false} label="Tax forms">
          <ErrorState
            title="Tax forms did not load"
            message={displayMessage(error)}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        isWaiting && <SkeletonDetail label="Loading tax forms" />
      )}
    </main>
  );
}

interface ShownProps {
  year: TaxYear;
  page: number;
  pageTo: (page: number) => string;
  yearTo: (year: number) => string;
}

function Shown({ year, page, pageTo, yearTo }: ShownProps) {
  const { isOwner } = useAuth();
  const [Settings, fetchSettings] = useLazyDialog(loadSettings);
  const [open, setOpen] = useState(false);
  const openSettings = () => void fetchSettings().then((isThere) => setOpen(isThere));
  const { scheme } = year.settings;
  return (
    <>
      {scheme === 'none' ? (
        <Card>
          <EmptyState
            kind="first-run"
            title="Tax forms for agents"
            actions={isOwner && <Button onClick={openSettings}>Choose what is made</Button>}
          >
            Form 1099-NEC data in the US, credit notes in the EU, from what agents were paid.
            {!isOwner && ' An owner chooses what is made.'}
          </EmptyState>
        </Card>
      ) : (
        <>
          <div className="tax-about">
            <YearNav year={year.year} thisYear={year.thisYear} to={yearTo} />
            <Notice kind="info">
              {scheme === 'us'
                ? 'Paperplane adds up what was paid and files nothing. It is no tax advice: who needs a form, your accountant knows.'
                : 'Paperplane writes the notes you agreed on with your agents. It is no tax advice: what has to stand on them, your accountant knows.'}
            </Notice>
          </div>
          {scheme === 'us' ? (
            <UsYear year={year} onSettings={openSettings} />
          ) : (
            <EuYear year={year} page={page} pageTo={pageTo} onSettings={openSettings} />
          )}
        </>
      )}
      {open && Settings && (
        <Settings settings={year.settings} thisYear={year.thisYear} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
