import { useLazyDialog } from '@paperplane/shared/records';
import { useState } from 'react';
import type { SaleGroupDetail } from '../sale';

const load = () => import(/* webpackChunkName: "groups" */ './group-dialog').then((m) => m.GroupDialog);

/** The dialog that adds a group (`null`) or changes one. @returns what opens it, and the dialog */
export function useGroupDialog(onSaved: (id: string) => void) {
  const [Dialog, fetchDialog] = useLazyDialog(load);
  const [opened, setOpened] = useState<{ group: SaleGroupDetail | null } | null>(null);
  async function open(group: SaleGroupDetail | null) {
    if (await fetchDialog()) setOpened({ group });
  }
  return {
    open: (group: SaleGroupDetail | null) => void open(group),
    dialog: opened && Dialog && (
      <Dialog
        group={opened.group}
        onClose={() => setOpened(null)}
        onSaved={(id) => {
          setOpened(null);
          onSaved(id);
        }}
      />
    ),
  };
}
