import { displayMessage, formatMoneyExact, formatShortDate, today } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, type RecordRef } from '@paperplane/shared/platform';
import { Card, CardHeader, FileText, InlineError, SkeletonRows, Spinner } from '@paperplane/shared/ui';
import type { VendorStatements } from '../../bank-types';
import { STATEMENT_FILES } from '../file/statement-files';
import { StatementPill } from '../parts/statement-pill';
import { useListVendorStatementsQuery } from '../statements-api';
import { MailedStatements } from './mailed-statements';
import './statements-card.css';
import { useNewStatement } from './use-new-statement';

/** The statements of a vendor, on its page: the latest, and a place for a new one, which needs no deposit yet. */
export default function StatementsCard({ id }: RecordRef) {
  const list = useListVendorStatementsQuery(id);
  const statements = list.currentData;
  return (
    <Card padded={false} label="Statements" className="pp-card-line">
      <CardHeader title="Statements" />
      {list.error && !statements ? (
        <InlineError message={displayMessage(list.error)} onRetry={() => void list.refetch()} />
      ) : !statements ? (
        <SkeletonRows rows={2} label="Loading statements" />
      ) : (
        <>
          <Rows statements={statements} />
          <MailedStatements vendorId={id} references={statements.references} />
          <NewStatement vendorId={id} references={statements.references} />
        </>
      )}
    </Card>
  );
}

function Rows({ statements: { rows, count } }: { statements: VendorStatements }) {
  const { currency, timeZone } = useCurrentUser().organization;
  if (rows.length === 0) return null;
  const now = today(timeZone);
  return (
    <ul className="vst-list">
      {rows.map(({ id, fileName, status, amount, createdAt }) => (
        <li key={id}>
          <Link className="pp-tlink pp-trunc" to={paths.vendorStatement.href(id)}>
            {fileName ?? 'Statement'}
          </Link>
          <StatementPill status={status} />
          <span className="pp-num">{formatMoneyExact(amount, currency)}</span>
          <small className="pp-muted">{formatShortDate(createdAt, now, timeZone)}</small>
        </li>
      ))}
      {count > rows.length && <li className="pp-muted pp-sm">{count - rows.length} older</li>}
    </ul>
  );
}

function NewStatement({ vendorId, references }: { vendorId: string; references: readonly string[] }) {
  const { busy, problem, add } = useNewStatement(vendorId, references);
  return (
    <div className="vst-new">
      <label className="vst-drop">
        {busy ? <Spinner size="sm" label="Reading the statement" /> : <FileText className="pp-i pp-i-18" />}
        <span>
          <b>Add a statement</b>
          <small>PDF, XLSX or CSV; before or after its deposit</small>
        </span>
        <input
          type="file"
          accept={STATEMENT_FILES}
          disabled={busy}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) void add(file);
          }}
        />
      </label>
      {problem && (
        <p className="pp-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
