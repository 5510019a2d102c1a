import { ERROR_MESSAGES } from '@paperplane/shared/domain';

/** The stage of loading at which a remote page failed. */
export type Stage = 'registry' | 'contract' | 'manifest' | 'entry' | 'page' | 'render';

const isTimeout = (error: unknown) =>
  error instanceof Error && (error.name === 'TimeoutError' || /time-?out|timed out/i.test(error.message));

/** Words by which browsers, webpack and the federation runtime report a file that could not be loaded. */
const NOT_ARRIVED = /fetch|network|load/i;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Why a remote page cannot be shown. `message` is for logs and the small print, `userMessage` for people. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';

  /**
   * @param reason what happened, for example `answered 500`
   * @param status HTTP status, where the server answered at all
   * @param hanging the request got no answer in time
   */
  constructor(
    readonly stage: Stage,
    readonly reason: string,
    readonly status = 0,
    readonly hanging = false,
  ) {
    super(`${stage}: ${reason}`);
  }

  /** Keeps a failure as it is; anything else becomes one of the given stage. */
  static from(stage: Stage, error: unknown): RemoteFailure {
    if (error instanceof RemoteFailure) return error;
    if (isTimeout(error)) return new RemoteFailure(stage, 'no answer in time', 0, true);
    return new RemoteFailure(stage, messageOf(error));
  }

  /** A more specific text than the catalogue's, where there is one. */
  advice: string | undefined;

  /** What helps, else a message of the catalogue (docs/product/platform.md, Error catalogue). */
  get userMessage(): string {
    if (this.advice) return this.advice;
    if (this.stage === 'contract' || this.stage === 'render') return ERROR_MESSAGES.UNKNOWN;
    if (this.status > 0) return ERROR_MESSAGES.API_SERVER_ERROR;
    return this.hanging || NOT_ARRIVED.test(this.reason) ? ERROR_MESSAGES.NETWORK : ERROR_MESSAGES.UNKNOWN;
  }

  /** A page script that hangs keeps its address blocked in the browser; only a new document frees it. */
  get needsReload(): boolean {
    return this.stage === 'page' && this.hanging;
  }
}
