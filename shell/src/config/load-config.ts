import { processError, type AppError } from '@paperplane/shared/domain';
import { parseConfig, type RuntimeConfig } from '@paperplane/shared/platform';

const TIME_OUT = 8000;

/** Why the app cannot start: the network (worth another try) or a setting somebody has to mend. */
export type ConfigProblem = { kind: 'network'; error: AppError } | { kind: 'broken'; reasons: string[] };

export type LoadedConfig = { config: RuntimeConfig } | { problem: ConfigProblem };

const broken = (reason: string): LoadedConfig => ({
  problem: { kind: 'broken', reasons: reason.split('; ') },
});

/**
 * Reads `/config.json`, what differs between installations of the one build.
 * @param request asks for the file; a plain request, so that the page's preload of it answers
 * @returns the checked settings, or what is wrong with them, setting by setting; never throws
 */
export async function loadConfig(
  request: () => Promise<Response> = () => fetch('/config.json', { signal: AbortSignal.timeout(TIME_OUT) }),
): Promise<LoadedConfig> {
  let response: Response;
  try {
    response = await request();
  } catch (cause) {
    return { problem: { kind: 'network', error: networkError(cause) } };
  }
  if (response.status >= 500)
    return {
      problem: { kind: 'network', error: processError({ status: response.status }, 'Config/Load') },
    };
  if (!response.ok) return broken(`config.json is missing (the server answered ${response.status})`);
  const text = await response.text().catch(() => null);
  if (text === null) return { problem: { kind: 'network', error: networkError(null) } };
  try {
    return { config: parseConfig(JSON.parse(text)) };
  } catch (cause) {
    // A static host often answers an unknown file with the app's own page.
    if (text.trimStart().startsWith('<'))
      return broken('config.json is missing (the server sent a web page instead)');
    return broken(cause instanceof SyntaxError ? 'config.json is not valid JSON' : (cause as Error).message);
  }
}

const networkError = (cause: unknown): AppError =>
  processError(
    { message: `network: ${cause instanceof Error ? cause.message : 'no answer'}` },
    'Config/Load',
  );
