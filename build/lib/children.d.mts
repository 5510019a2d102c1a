export function run(
  command: string,
  args: string[],
  options?: { cwd?: string; env?: NodeJS.ProcessEnv; timeout?: number; quiet?: boolean },
): Promise<{ code: number; output: string; timedOut: boolean }>;

export function endOnSignals(before?: () => Promise<void> | void): void;
