import { Button } from '@paperplane/shared/ui';
import type { FormParts } from './use-form-parts';
import type { SaleEditor } from './use-sale-editor';

interface GroupPartProps {
  editor: SaleEditor;
  parts: FormParts;
  /** The vendor may not change any more. */
  locked: boolean;
}

/** The field of the group, once there is one or somebody asked for it. */
export function GroupPart({ editor, parts: { parts, groupAsked }, locked }: GroupPartProps) {
  const { part, failed, fetch } = parts.group;
  if (part) return <part.default editor={editor} locked={locked} takesFocus={groupAsked} />;
  return failed ? (
    <Button variant="link" size="sm" onClick={() => void fetch()}>
      The group did not load. Try again
    </Button>
  ) : (
    <span className="pp-muted pp-sm">Loading groups…</span>
  );
}
