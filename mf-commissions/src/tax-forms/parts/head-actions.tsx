import { plural } from '@paperplane/shared/domain';
import { useAuth, useToast } from '@paperplane/shared/platform';
import { Button, Download, Send } from '@paperplane/shared/ui';
import { ExportNotes } from '../notes/export-notes';
import { useAskForTaxDetailsMutation } from '../tax-api';
import type { TaxYear } from '../tax-types';

interface HeadActionsProps {
  year: TaxYear;
  /** Opens what stands outside the head of the page: on a phone buttons in it lose their words. */
  onExport: () => void;
}

/** Who is to be asked, and the file. */
export function HeadActions({ year, onExport }: HeadActionsProps) {
  const { isOwner } = useAuth();
  const { scheme } = year.settings;
  if (scheme === 'none') return null;
  return (
    <>
      <AskMissing year={year} />
      {scheme === 'eu' && <ExportNotes year={year.year} />}
      {scheme === 'us' && isOwner && (
        <Button icon={<Download className="pp-i" />} onClick={onExport}>
          Export forms
        </Button>
      )}
    </>
  );
}

/** Asks everybody at once who was paid or is an agent, can sign in, and has given no details that fit. */
function AskMissing({ year }: { year: TaxYear }) {
  const toast = useToast();
  const [ask, { isLoading }] = useAskForTaxDetailsMutation();
  const missing = year.people.filter(({ isActive, isWhole }) => isActive && !isWhole);
  if (missing.length === 0) return null;

  async function askAll() {
    const answer = await ask(missing.map(({ id }) => id));
    if (answer.error) toast.error('Nobody was asked', answer.error);
    else if (answer.data.asked > 0) toast.success(`${plural(answer.data.asked, 'agent')} asked`);
    else toast.info('All of them were asked within the last day');
  }

  return (
    <Button
      variant="outline"
      icon={<Send className="pp-i" />}
      loading={isLoading}
      aria-label={`Ask ${plural(missing.length, 'agent')} for details`}
      onClick={() => void askAll()}
    >
      Ask {missing.length}
    </Button>
  );
}
