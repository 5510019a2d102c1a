import { plural } from '@paperplane/shared/domain';
import { FileProgress, Steps } from '@paperplane/shared/import';
import { Link } from '@paperplane/shared/platform';
import { Button, Card, InlineBanner, PageHead } from '@paperplane/shared/ui';
import './bank-import.css';
import { BANK } from './bank-paths';
import { CheckLines } from './steps/check-lines';
import { ChooseBankFile } from './steps/choose-bank-file';
import { Result } from './steps/result';
import { useBankImport, type Stage } from './use-bank-import';

const STEPS = ['File', 'Check', 'Import'];
const PLACE: Readonly<Record<Stage['step'], number>> = { file: 0, check: 1, run: 2, done: 3 };

/** A bank's file becomes transactions: choose it, see what will happen to each line, import, and undo. */
export default function BankImportPage() {
  const work = useBankImport();
  const { stage, busy, error } = work;
  return (
    <main id="main" className="pp-page bank-import">
      <PageHead title="Import transactions" back={{ to: BANK, label: 'Bank' }} link={Link} />
      <div className="pp-stack pp-stack-lg">
        <Steps names={STEPS} now={PLACE[stage.step]} />
        {error && (
          <InlineBanner
            tone="danger"
            title={stage.step === 'file' ? 'The file was not read' : 'The import did not go on'}
          >
            {error}
          </InlineBanner>
        )}
        {stage.step === 'file' && <ChooseBankFile busy={busy} onFile={(file) => void work.open(file)} />}
        {stage.step === 'check' && <CheckLines key={stage.check.file.hash} check={stage.check} work={work} />}
        {stage.step === 'run' && (
          <Card
            title={stage.stopping ? 'Taking it back' : 'Importing'}
            footer={
              <Button variant="outline" onClick={work.cancel} loading={stage.stopping}>
                Cancel import
              </Button>
            }
          >
            <FileProgress
              label="Import"
              name={stage.check.file.name}
              done={stage.done}
              total={stage.check.read.statements[stage.check.statement]?.count ?? 0}
              nouns="lines"
              status={`${plural(stage.done, 'line')} sent`}
            />
          </Card>
        )}
        {stage.step === 'done' && <Result stage={stage} work={work} />}
      </div>
    </main>
  );
}
