import { CircleAlert, cx, Plus, StatusGlyph } from '@paperplane/shared/ui';
import { KINDS, type LineKind } from '../statement-words';
import './statement-pill.css';

/** How a line of a statement compares, as a sign; always beside its words. */
export function LineGlyph({ kind }: { kind: LineKind }) {
  return (
    <span className={cx('vs-glyph', KINDS[kind].look)}>
      {kind === 'agrees' || kind === 'unlisted' ? (
        <StatusGlyph status={kind === 'agrees' ? 'paid' : 'draft'} />
      ) : kind === 'missing' ? (
        <Plus className="pp-i" />
      ) : (
        <CircleAlert className="pp-i" />
      )}
    </span>
  );
}
