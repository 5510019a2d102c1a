import { plural } from '@paperplane/shared/domain';
import { FileProgress } from '@paperplane/shared/import';
import { useSearchParams } from '@paperplane/shared/platform';
import { Button, Card } from '@paperplane/shared/ui';
import './bank-import.css';
import { CheckLines } from './steps/check-lines';
import { ChooseBankFile } from './steps/choose-bank-file';
import { ImportFrame } from './steps/import-frame';
import { Result } from './steps/result';
import { useBankImport } from './use-bank-import';

/** Files of a bank become transactions, one after the other: see what will happen to each line, import, and undo. */
export default function BankImportPage() {
  const [params] = useSearchParams();
  const work = useBankImport(params.get('accountId') ?? '');
  const { stage, busy } = work;
  if (stage.step === 'check')
    return (
      <CheckLines key={`${stage.check.file.hash} ${stage.check.statement}`} check={stage.check} work={work} />
    );
  return (
    <ImportFrame work={work}>
      {stage.step === 'file' && (
        <ChooseBankFile
          busy={busy}
          waiting={work.waiting}
          onNext={work.next}
          onFiles={([file, ...others]) => file && work.take(file, others)}
        />
      )}
      {stage.step === 'run' && (
        <Card
          title={stage.stopping ? 'Stopping' : 'Importing'}
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
    </ImportFrame>
  );
}
