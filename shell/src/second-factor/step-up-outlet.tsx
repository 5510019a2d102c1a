import { useEffect, useEffectEvent, useState } from 'react';
import { onStepUp, type StepUpAct } from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';

const loadDialog = () =>
  import(/* webpackChunkName: "lazy-step-up" */ './step-up-dialog').then((code) => code.StepUpDialog);

interface Asked {
  act: StepUpAct | undefined;
  answer: (isConfirmed: boolean) => void;
}

/** Where the app asks for a code before an act, over whatever page or dialog begins it. */
export function StepUpOutlet() {
  const [Dialog, fetchDialog] = useLazyDialog(loadDialog);
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useEffectEvent(async (act: StepUpAct | undefined) => {
    if (!(await fetchDialog())) return false;
    return new Promise<boolean>((resolve) => {
      const answer = (isConfirmed: boolean) => {
        setAsked(null);
        resolve(isConfirmed);
      };
      setAsked({ act, answer });
    });
  });
  useEffect(() => onStepUp((act) => ask(act)), []);
  return asked && Dialog && <Dialog act={asked.act} onAnswer={asked.answer} />;
}
