import { plural } from '@paperplane/shared/domain';
import { Link, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Button, EmptyState, FileText, InlineBanner, ListCard, Pager } from '@paperplane/shared/ui';
import { useListCreditNotesQuery, useWriteCreditNotesMutation } from '../tax-api';
import type { TaxYear } from '../tax-types';
import { noteMoney } from '../tax-words';
import { NotesTable } from './notes-table';

export const NOTES_AT_ONCE = 25;

interface NotesCardProps {
  year: TaxYear;
  page: number;
  pageTo: (page: number) => string;
}

/** The credit notes of a year, and those that wait for what an agent has not given. */
export function NotesCard({ year, page, pageTo }: NotesCardProps) {
  const { currency } = useCurrentUser().organization;
  const list = useListCreditNotesQuery({ year: year.year, page, pageSize: NOTES_AT_ONCE });
  return (
    <>
      {year.notesWaiting > 0 && <WaitingBanner waiting={year.notesWaiting} />}
      <ListCard
        label="Credit notes"
        list={list}
        rows={5}
        empty={
          <EmptyState
            kind="small"
            icon={<FileText className="pp-i pp-i-18" />}
            title={`No credit notes in ${year.year}`}
          >
            Each payment to an agent gets one, with the next number of that agent.
          </EmptyState>
        }
      >
        {({ rows, count, net, vat, gross }) => (
          <>
            <p className="tax-sums">
              {plural(count, 'note')}: net {noteMoney(net, currency)}, VAT {noteMoney(vat, currency)},{' '}
              <b>gross {noteMoney(gross, currency)}</b>
            </p>
            <NotesTable rows={rows} />
            <Pager page={page} pageSize={NOTES_AT_ONCE} total={count} pageTo={pageTo} link={Link} />
          </>
        )}
      </ListCard>
    </>
  );
}

function WaitingBanner({ waiting }: { waiting: number }) {
  const toast = useToast();
  const [write, { isLoading }] = useWriteCreditNotesMutation();

  async function writeAll() {
    const answer = await write();
    if (answer.error) toast.error('Not written', answer.error);
    else if (answer.data.written > 0) toast.success(`${plural(answer.data.written, 'credit note')} written`);
    else toast.info('Details are still missing', 'Ask the agents: each note needs who it is for.');
  }

  return (
    <InlineBanner tone="warning" title={`${plural(waiting, 'payment')} without a credit note`}>
      <p>
        {waiting === 1
          ? 'It waits for tax details of its agent, or was paid before notes were made.'
          : 'They wait for tax details of their agents, or were paid before notes were made.'}
      </p>
      <Button size="sm" variant="outline" loading={isLoading} onClick={() => void writeAll()}>
        Write what can be written
      </Button>
    </InlineBanner>
  );
}
