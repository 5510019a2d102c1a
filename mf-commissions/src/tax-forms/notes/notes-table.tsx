import { formatDate } from '@paperplane/shared/domain';
import { Link } from '@paperplane/shared/platform';
import { ListTable, MobileListItem, Td, type ListColumn } from '@paperplane/shared/ui';
import type { CreditNoteRow } from '../tax-types';
import { noteMoney, vatText } from '../tax-words';
import { noteHref } from './note-href';

const COLUMNS: readonly ListColumn[] = [
  { label: 'Number' },
  { label: 'Agent' },
  { label: 'Issued' },
  { label: 'VAT status', needs: 'wide' },
  { label: 'Net', numeric: true, needs: 'medium' },
  { label: 'VAT', numeric: true, needs: 'medium' },
  { label: 'Gross', numeric: true },
];

const aboutOf = ({ kind, counters, statement }: CreditNoteRow) =>
  kind === 'counter' ? `takes ${counters} back` : statement && `statement ${statement}`;

/** Credit notes as a table, and as two-line rows on a phone. */
export function NotesTable({ rows }: { rows: readonly CreditNoteRow[] }) {
  return (
    <div className="tax-table">
      <ListTable
        label="Credit notes"
        columns={COLUMNS}
        rows={rows}
        row={(row) => <Row key={row.id} row={row} />}
        item={(row) => (
          <MobileListItem
            key={row.id}
            to={noteHref(row.id)}
            link={Link}
            title={`${row.label}, ${row.agent}`}
            amount={noteMoney(row.gross, row.currency)}
            meta={[aboutOf(row), formatDate(row.issuedOn)].filter(Boolean).join(' · ')}
          />
        )}
      />
    </div>
  );
}

function Row({ row }: { row: CreditNoteRow }) {
  return (
    <tr>
      <Td className="tax-cell">
        <Link to={noteHref(row.id)} className="pp-tlink">
          {row.label}
        </Link>
        <small>{aboutOf(row)}</small>
      </Td>
      <Td text>{row.agent}</Td>
      <Td>{formatDate(row.issuedOn)}</Td>
      <Td needs="wide">{vatText(row.vatStatus, row.vatRate)}</Td>
      <Td numeric needs="medium">
        {noteMoney(row.net, row.currency)}
      </Td>
      <Td numeric needs="medium">
        {noteMoney(row.vat, row.currency)}
      </Td>
      <Td numeric>
        <span className="amt">{noteMoney(row.gross, row.currency)}</span>
      </Td>
    </tr>
  );
}
