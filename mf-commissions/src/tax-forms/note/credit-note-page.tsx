import { formatDate } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useParams } from '@paperplane/shared/platform';
import { RecordGate } from '@paperplane/shared/records';
import { Button, FileText, InlineBanner, PageHead, Printer, useTabTitle } from '@paperplane/shared/ui';
import { noteHref } from '../notes/note-href';
import { useGetCreditNoteQuery } from '../tax-api';
import type { CreditNote } from '../tax-types';
import { CreditNoteSheet, noteTitle } from './credit-note-sheet';

const ABSENT = {
  title: 'No such credit note',
  text: 'It does not exist, or it is not yours to see.',
  leave: 'My payouts',
};

/** A credit note as it was written: a sheet of paper, on the screen and from the printer. */
export default function CreditNotePage() {
  const { id = '' } = useParams();
  const { isAdmin } = useAuth();
  const query = useGetCreditNoteQuery(id);
  const back = isAdmin
    ? { to: paths.taxForms.href(), label: 'Tax forms' }
    : { to: paths.myPayouts.href(), label: 'My payouts' };
  return (
    <RecordGate
      label="Credit note"
      back={back}
      failedTitle="The credit note did not load"
      absent={{ ...ABSENT, leave: back.label }}
      query={query}
    >
      {(note) => <OpenNote key={note.id} note={note} back={back} busy={query.isFetching} />}
    </RecordGate>
  );
}

interface OpenNoteProps {
  note: CreditNote;
  back: { to: string; label: string };
  busy: boolean;
}

function OpenNote({ note, back, busy }: OpenNoteProps) {
  const title = noteTitle(note);
  const { counteredBy, counters, noteId } = note;
  useTabTitle(title);

  function print() {
    const { title: before } = document;
    // The title becomes the name of a file that is printed to.
    document.title = title;
    window.addEventListener('afterprint', () => (document.title = before), { once: true });
    window.print();
  }

  return (
    <>
      <PageHead
        title={title}
        back={back}
        link={Link}
        busy={busy}
        actions={
          <>
            {note.statementId && (
              <Link className="pp-btn pp-btn-outline" to={paths.statement.href(note.statementId)}>
                <FileText className="pp-i" />
                <span>Open statement</span>
              </Link>
            )}
            <Button variant="outline" icon={<Printer className="pp-i" />} onClick={print}>
              Print
            </Button>
          </>
        }
      />
      {counteredBy && (
        <div className="credit-note-about">
          <InlineBanner tone="warning" title={`Taken back on ${formatDate(counteredBy.issuedOn)}`}>
            <p>
              The payment came back.{' '}
              <Link to={noteHref(counteredBy.id)}>Counter note {counteredBy.label}</Link>
            </p>
          </InlineBanner>
        </div>
      )}
      {noteId && (
        <div className="credit-note-about">
          <InlineBanner title="This takes a credit note back">
            <p>
              <Link to={noteHref(noteId)}>Credit note {counters}</Link>
            </p>
          </InlineBanner>
        </div>
      )}
      <CreditNoteSheet note={note} />
    </>
  );
}
