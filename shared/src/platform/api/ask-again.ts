import type { DbResponse } from './client-types';

/** How often a request is sent again, and after how many milliseconds. */
interface Again {
  most: number;
  pause: number;
}

/** Lost a deadlock: PostgreSQL has rolled it back as a whole, so sending it again is safe. */
const LOST: Again = { most: 2, pause: 0 };
/** Another report or export of this person runs. The database has waited two seconds already; now others have their turn. */
const BUSY: Again = { most: 3, pause: 1000 };

function againAfter(error: unknown): Again | null {
  const { code, details } = (error ?? {}) as { code?: unknown; details?: unknown };
  if (code === '40P01') return LOST;
  return code === 'P0001' && String(details).includes('"report_is_running"') ? BUSY : null;
}

/** Sends a request, and again where only the moment was against it. */
export async function askAgain(send: () => PromiseLike<DbResponse>): Promise<DbResponse> {
  for (let times = 0; ; times += 1) {
    const response = await send();
    const again = againAfter(response.error);
    if (!again || times >= again.most) return response;
    if (again.pause > 0) await new Promise((resolve) => setTimeout(resolve, again.pause));
  }
}
