import { actName, plural } from '../../domain';
import { Link } from '@paperplane/shared/platform';
import { Button, buttonClass, Card, Download, InlineBanner } from '../../ui';
import { KINDS, madeWith, outcome } from '../import-texts';
import type { ImportKind } from '../rules/fields';
import { wrongIn } from '../run-import';
import { hasLines } from '../rules/sale-fields';
import { saveBadRows, saveSkippedRows } from '../save-rows';
import type { Import, Stage } from '../use-import';
import { useUndo } from '../use-undo';
import { ProblemList } from './problem-list';

interface ResultProps {
  kind: ImportKind;
  stage: Extract<Stage, { step: 'done' }>;
  work: Import;
}

/** What came of the import; what did not come in is listed, and all of it can be taken back. */
export function Result({ kind, stage, work }: ResultProps) {
  const { file, result } = stage;
  const { noun, back } = KINDS[kind];
  const undo = useUndo(kind);
  const cancelled = result.finished.status === 'cancelled';
  const unit = hasLines(stage.mapping.columns) ? 'sale' : 'row';
  const failed = wrongIn(result);
  const made = madeWith(result.adds);
  const icon = <Download className="pp-i" />;
  return (
    <Card
      title={cancelled ? 'Import cancelled' : 'Import finished'}
      footer={
        <>
          {result.added > 0 && undo.done !== result.batchId ? (
            <Button
              variant="outline"
              loading={undo.busy !== null}
              aria-label={actName('Undo this import', {
                amount: plural(result.added, noun),
                who: `of ${file.name}`,
              })}
              onClick={() => void undo.run(result.batchId)}
            >
              Undo this import
            </Button>
          ) : (
            <Button variant="outline" onClick={work.restart}>
              Import another file
            </Button>
          )}
          <Link to={back.to} className={buttonClass('primary')}>
            <span>Go to {back.label.toLowerCase()}</span>
          </Link>
        </>
      }
    >
      <div className="pp-stack">
        <InlineBanner
          tone={cancelled || failed > 0 ? 'warning' : 'success'}
          title={plural(result.added, noun) + ' added'}
        >
          {`${file.name}: ${outcome(result.finished)}.${made && ` With ${made}.`}${cancelled ? ' Import the same file again to go on where it stopped.' : ''}`}
        </InlineBanner>
        {failed > 0 && <ProblemList errors={result.errors} total={failed} />}
        <div className="pp-row">
          {failed > 0 && (
            <Button
              variant="outline"
              size="sm"
              icon={icon}
              onClick={() => void saveBadRows(work, file, result)}
            >
              Download {plural(failed, unit)} with problems
            </Button>
          )}
          {result.skips.length > 0 && (
            <Button
              variant="outline"
              size="sm"
              icon={icon}
              onClick={() => void saveSkippedRows(work, file, result)}
            >
              Download {plural(result.skips.length, `skipped ${unit}`)}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
