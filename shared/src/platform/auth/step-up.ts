/** What is confirmed by a code, in the words of its dialog. */
export interface StepUpAct {
  /** Behind "Confirm and": `pay $6,872.97`. */
  verb: string;
  /** Whom and when: `10 agents, Feb 5`. */
  about?: string;
  amount?: string;
}

/** Shows the dialog; true once a code was right. */
type Ask = (act: StepUpAct | undefined) => Promise<boolean>;

let show: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Where the dialog stands. @returns takes it away */
export function onStepUp(ask: Ask): () => void {
  show = ask;
  return () => {
    if (show === ask) show = null;
  };
}

/** Asks for a code, once for all that are refused meanwhile. False where it was cancelled, or nobody can be asked. */
export function stepUp(act?: StepUpAct): Promise<boolean> {
  asking ??= (show?.(act) ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}
