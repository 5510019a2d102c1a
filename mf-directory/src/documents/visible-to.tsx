import { Globe, ShieldCheck, UserRound, Users } from '@paperplane/shared/ui';
import { visibilityText, type ListedDocument } from './document';

const ICONS = { admins: ShieldCheck, record: Users, member: UserRound, everybody: Globe };

/** Who may see a document, with its sign. */
export function VisibleTo({ document, record }: { document: ListedDocument; record?: string }) {
  const Icon = ICONS[document.visibility];
  return (
    <span className="doc-visible">
      <Icon className="pp-i pp-i-14" />
      <span className="pp-trunc">{visibilityText(document, record)}</span>
    </span>
  );
}
