import { cx, FileText, StatusGlyph, TriangleAlert, Unlink } from '@paperplane/shared/ui';
import { SOURCE_WORDS, type Source } from './source-words';

const TONES: Readonly<Record<Source, string>> = {
  file: 'acc-file',
  connected: 's-paid',
  syncing: 's-booked',
  needs_attention: 's-unpaid',
  disconnected: 's-cancelled',
};

const ICONS = {
  file: FileText,
  needs_attention: TriangleAlert,
  disconnected: Unlink,
} as const;

function SourceGlyph({ source }: { source: Source }) {
  if (source === 'syncing') return <span className="pp-spin" aria-hidden="true" />;
  if (source === 'connected') return <StatusGlyph status="paid" />;
  const Icon = ICONS[source];
  return <Icon className="pp-i" />;
}

/** Where an account's lines come from: glyph, word and colour. */
export function SourcePill({ source }: { source: Source }) {
  return (
    <span className={cx('pp-pill', TONES[source])}>
      <SourceGlyph source={source} />
      {SOURCE_WORDS[source]}
    </span>
  );
}
