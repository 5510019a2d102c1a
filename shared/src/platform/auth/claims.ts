/** What an access token says of its session. The server checks it, not this. */
export interface Claims {
  session_id?: unknown;
  /** `aal2` once a code of a second factor was given. */
  aal?: unknown;
  /** By what the session was opened and confirmed, and when; seconds. */
  amr?: unknown;
}

/** Reads them; none of what is no token. */
export function claimsOf(accessToken: string): Claims {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    return (JSON.parse(atob(payload)) as Claims | null) ?? {};
  } catch {
    return {};
  }
}
