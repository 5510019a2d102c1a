import { useLeaveGuard, useToast, type Draft } from '@paperplane/shared/platform';
import { useDialogForm, type SendOnce } from '@paperplane/shared/records';
import type { Commission } from '../commission-types';
import type { OpenDialog } from './open-dialog';

/** What a dialog takes whose words are kept. */
export interface KeptDialogProps<Typed> {
  /** What was typed before the page or the session ended. */
  typed: Typed | undefined;
  draft: Pick<Draft, 'keep' | 'flush' | 'discard' | 'requestKey'>;
  onClose: () => void;
}

/** What every dialog of a commission takes. */
export interface CommissionDialogProps<Typed> extends KeptDialogProps<Typed> {
  commission: Commission;
}

type FormOptions<Values extends object, Input> = Omit<
  Parameters<typeof useDialogForm<Values, Input>>[0],
  'draft' | 'save'
>;

interface CommissionFormOptions<Values extends object, Input>
  extends FormOptions<Values, Input>, Pick<KeptDialogProps<unknown>, 'draft' | 'onClose'> {
  /** The dialog as it is kept while it is typed into. */
  kept: (typed: Values) => OpenDialog;
  /** What creates is sent by `send`. @returns title and text of what is said then. @throws the failure */
  save: (input: Input, send: SendOnce) => Promise<[title: string, text: string]>;
}

/**
 * The form of a dialog of a commission: what is typed is kept with the dialog, and gone once it is saved.
 * @returns `form` and `field` of `useDialogForm`, and `dialog`, all that FormDialog takes but its words
 */
export function useCommissionForm<Values extends object, Input>(
  options: CommissionFormOptions<Values, Input>,
) {
  const { kept, save, draft, onClose, ...form } = options;
  const toast = useToast();
  const { dialog, ...rest } = useDialogForm<Values, Input>({
    ...form,
    draft: { ...draft, keep: (values) => draft.keep(kept(values)) },
    save: async (input, send) => {
      const [title, text] = await save(input, send);
      draft.discard();
      toast.done(title, text);
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  return {
    ...rest,
    dialog: {
      ...dialog,
      restored: Boolean(options.restored),
      leaving: asking,
      onDiscard: draft.discard,
      onClose,
      stacked: true,
    },
  };
}
