import type { Stage } from '../use-import';

const STEPS: readonly (readonly [name: string, stages: readonly Stage['step'][]])[] = [
  ['File', ['file']],
  ['Columns', ['columns']],
  ['Check', ['checking', 'check']],
  ['Import', ['run', 'done']],
];

/** Where in the import somebody is. */
export function ImportSteps({ step }: { step: Stage['step'] }) {
  const now = step === 'done' ? STEPS.length : STEPS.findIndex(([, stages]) => stages.includes(step));
  return (
    <ol className="import-steps" aria-label="Steps">
      {STEPS.map(([name], index) => (
        <li
          key={name}
          className={index < now ? 'done' : index === now ? 'now' : undefined}
          aria-current={index === now ? 'step' : undefined}
        >
          <span aria-hidden="true">{index + 1}</span>
          {name}
          {index < now && <span className="pp-sr">, done</span>}
        </li>
      ))}
    </ol>
  );
}
