import { formatDate, plural } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, useParams } from '@paperplane/shared/platform';
import { RecordGate } from '@paperplane/shared/records';
import { InlineBanner, PageHead, useTabTitle } from '@paperplane/shared/ui';
import type { VendorStatement } from '../../bank-types';
import { StatementPill } from '../parts/statement-pill';
import { useGetVendorStatementQuery } from '../statements-api';
import { ComparedLines } from './compared-lines';
import { DepositCard } from './deposit-card';
import { HowItWasRead } from './how-it-was-read';
import { DockedAction, StatementActions } from './statement-actions';
import { StatementEquation } from './statement-equation';
import { useStatementActions } from './use-statement-actions';
import '../../../parts/docked.css';
import './vendor-statement.css';

const ABSENT = {
  title: 'No such statement',
  text: 'It does not exist, or it is not yours to see.',
  leave: 'All vendors',
};

/** A vendor's statement that needs no deposit yet: what they say they pay, beside what is open; its deposit can be expected. */
export default function VendorStatementPage() {
  const { id = '' } = useParams();
  const query = useGetVendorStatementQuery(id);
  return (
    <RecordGate
      label="Vendor statement"
      back={{ to: paths.vendors.href(), label: 'Vendors' }}
      failedTitle="The statement did not load"
      absent={ABSENT}
      query={query}
    >
      {(statement) => <OpenStatement key={statement.id} statement={statement} />}
    </RecordGate>
  );
}

function OpenStatement({ statement }: { statement: VendorStatement }) {
  const { timeZone } = useCurrentUser().organization;
  const actions = useStatementActions(statement);
  const { vendor, status, fileName, createdAt, createdBy, lines } = statement;
  const came = formatDate(createdAt, timeZone);
  const read = lines.filter(({ line }) => line !== null).length;
  useTabTitle(`Statement of ${vendor.name}`);
  return (
    <>
      <PageHead
        title={`Statement of ${came}`}
        status={<StatementPill status={status} />}
        subtitle={[fileName, createdBy && `added by ${createdBy}`, `${plural(read, 'line')} read`]
          .filter(Boolean)
          .join(' · ')}
        back={{ to: paths.vendor.href(vendor.id), label: vendor.name }}
        link={Link}
        actions={<StatementActions statement={statement} actions={actions} />}
      />
      {actions.failure && (
        <InlineBanner tone="danger" title="Not saved">
          {actions.failure}
        </InlineBanner>
      )}
      <StatementEquation statement={statement} />
      <div className="vs-grid">
        <ComparedLines statement={statement} />
        <aside className="vs-side">
          <DepositCard statement={statement} actions={actions} />
          <HowItWasRead statement={statement} />
        </aside>
      </div>
      <DockedAction actions={actions} />
    </>
  );
}
