import { displayMessage } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { Button, Card, InlineBanner, TextField } from '@paperplane/shared/ui';
import '@paperplane/shared/ui/kit/form-layout-lazy.css';
import { useState, type FormEvent } from 'react';
import { drawWords } from './drawn-words';
import { weaknessOf } from './passphrase';
import { useStartAgencyExportMutation, type AgencyExport } from './takeout-api';

/** Starts to write the agency to files; one that is there already goes. @param before what there is now */
export function StartCard({ before }: { before: AgencyExport | null }) {
  const toast = useToast();
  const [start, { isLoading, error }] = useStartAgencyExportMutation();
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [drawn, setDrawn] = useState('');
  const [tried, setTried] = useState(false);
  const weakness = weaknessOf(passphrase);
  // Words that were drawn are read, not typed: nothing is asked twice.
  const isDrawn = passphrase !== '' && passphrase === drawn;
  const differs = !isDrawn && again !== passphrase;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (weakness || differs) return;
    const started = await start(passphrase || null);
    if (started.error) return;
    setPassphrase('');
    setAgain('');
    setDrawn('');
    setTried(false);
    toast.success('The agency is being written to files', 'You are told when it is ready.');
  }

  function propose() {
    const words = drawWords();
    setDrawn(words);
    setPassphrase(words);
    setAgain('');
  }

  return (
    <Card title={before?.state === 'ready' ? 'Write it anew' : 'Write all of it to files'}>
      <form className="takeout-form" onSubmit={(event) => void submit(event)} noValidate>
        {before?.state === 'failed' && (
          <InlineBanner tone="danger" title="The last one could not be written">
            Start it again. If it fails again, ask whoever runs this installation.
          </InlineBanner>
        )}
        {error && (
          <InlineBanner tone="danger" title="It was not started">
            {displayMessage(error)}
          </InlineBanner>
        )}
        <ul className="takeout-list">
          <li>Customers, vendors, sales and the bank’s transactions, as files that an import reads again</li>
          <li>Every table with its history and the audit log</li>
          <li>Documents and pictures, and statements of payouts as PDF</li>
          <li>No passwords. Passports and bank details only under a passphrase</li>
        </ul>
        <div className="pp-formgrid">
          <TextField
            label="Passphrase"
            name="passphrase"
            type={isDrawn ? 'text' : 'password'}
            autoComplete="new-password"
            optional
            labelAction={
              <button type="button" className="pp-link" onClick={propose}>
                {isDrawn ? 'Draw others' : 'Draw five words'}
              </button>
            }
            value={passphrase}
            onChange={(event) => setPassphrase(event.target.value)}
            hint={
              isDrawn
                ? 'Write them down: they are kept nowhere, and without them nobody opens passports and bank details.'
                : 'For passports and bank details. It is kept nowhere: without it nobody opens them.'
            }
            error={tried ? weakness : null}
          />
          {!isDrawn && (
            <TextField
              label="Passphrase again"
              name="passphraseAgain"
              type="password"
              autoComplete="new-password"
              optional
              value={again}
              onChange={(event) => setAgain(event.target.value)}
              error={tried && differs ? 'Type the same passphrase again.' : null}
            />
          )}
        </div>
        <div className="pp-row">
          <Button type="submit" loading={isLoading}>
            {before?.state === 'ready' ? 'Write it anew' : 'Write all of it to files'}
          </Button>
          {before?.state === 'ready' && <span className="pp-muted">The one above goes.</span>}
        </div>
      </form>
    </Card>
  );
}
