import { plural } from '@paperplane/shared/domain';
import { useAuth, useToast } from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import { Button, Download, Send } from '@paperplane/shared/ui';
import { useState } from 'react';
import { ExportNotes } from '../notes/export-notes';
import { useAskForTaxDetailsMutation } from '../tax-api';
import type { TaxYear } from '../tax-types';

const loadExport = () =>
  import(/* webpackChunkName: "lazy-tax-export" */ '../year/export-dialog').then((code) => code.ExportDialog);

/** Who is to be asked, and the file. */
export function HeadActions({ year }: { year: TaxYear }) {
  const { isOwner } = useAuth();
  const [Export, fetchExport] = useLazyDialog(loadExport);
  const [open, setOpen] = useState(false);
  const { scheme } = year.settings;
  if (scheme === 'none') return null;
  return (
    <>
      <AskMissing year={year} />
      {scheme === 'eu' && <ExportNotes year={year.year} />}
      {scheme === 'us' && isOwner && (
        <Button
          icon={<Download className="pp-i" />}
          onClick={() => void fetchExport().then((isThere) => setOpen(isThere))}
        >
          Export forms
        </Button>
      )}
      {open && Export && <Export year={year} onClose={() => setOpen(false)} />}
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
