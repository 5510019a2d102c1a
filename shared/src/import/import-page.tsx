import { Link, useSearchParams } from '@paperplane/shared/platform';
import { InlineBanner, PageHead } from '../ui';
import './import.css';
import { ImportHistory } from './import-history';
import { KINDS } from './import-texts';
import { Steps } from './parts/steps';
import { presetOf } from './presets/presets';
import type { ImportKind } from './rules/fields';
import { CheckRows } from './steps/check-rows';
import { ChooseFile } from './steps/choose-file';
import { MapColumns } from './steps/map-columns';
import { Result } from './steps/result';
import { Running } from './steps/running';
import { useImport, type Stage } from './use-import';

const STEPS = ['File', 'Columns', 'Check', 'Import'];
const PLACE: Readonly<Record<Stage['step'], number>> = {
  file: 0,
  columns: 1,
  checking: 2,
  check: 2,
  run: 3,
  done: STEPS.length,
};

/** What stopped, by where it leaves one. */
const TROUBLE: Partial<Record<Stage['step'], string>> = {
  file: 'The file was not read',
  columns: 'The file was not checked',
};

/** What went wrong is seen and heard, wherever the page was. */
const intoView = (banner: HTMLElement | null) => {
  banner?.focus();
  banner?.scrollIntoView?.({ block: 'center' });
};

/**
 * A file becomes records: choose it, say what its columns hold, see what becomes of each row, import, and undo. `?from=` names the program
 * that the file comes from.
 */
export function ImportPage({ kind }: { kind: ImportKind }) {
  const { title, noun, back } = KINDS[kind];
  const [params] = useSearchParams();
  const from = presetOf(kind, params.get('from'));
  const work = useImport(kind, from?.id);
  const { stage, busy, error } = work;
  return (
    <main id="main" className="pp-page import-page">
      <PageHead title={title} back={back} link={Link} />
      <div className="pp-stack">
        <Steps names={STEPS} now={PLACE[stage.step]} />
        {error && (
          <InlineBanner tone="danger" ref={intoView} title={TROUBLE[stage.step] ?? 'The import stopped'}>
            {error}
          </InlineBanner>
        )}
        {stage.step === 'file' && (
          <ChooseFile busy={busy} kind={kind} from={from} onFile={(file) => void work.open(file)} />
        )}
        {stage.step === 'columns' && (
          <MapColumns
            key={stage.file.hash}
            {...{ kind, stage, work }}
            from={from?.id === 'spreadsheet' ? null : from}
          />
        )}
        {stage.step === 'check' && <CheckRows key={stage.file.hash} {...{ kind, stage, work }} />}
        {(stage.step === 'checking' || stage.step === 'run') && (
          <Running {...stage} noun={noun} onCancel={work.cancel} />
        )}
        {stage.step === 'done' && <Result {...{ kind, stage, work }} />}
        {stage.step === 'file' && <ImportHistory kind={kind} />}
      </div>
    </main>
  );
}
