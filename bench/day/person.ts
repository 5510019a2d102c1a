import { PASSWORD } from '../database/fill';
import type { Role } from './plan';

/** Where the API is. */
export interface Api {
  apiUrl: string;
  publishableKey: string;
}

/** What is in an agency: ids of what a person may open, and lines of a bank file that was not imported yet. */
export interface Belongings {
  ids: Record<string, string[]>;
  lines: object[];
}

/** Somebody at work: asks as the browser does, and counts what comes back. */
export class Person {
  private token = '';
  /** Requests and bytes of answers so far, as they are before compression. */
  readonly asked = { requests: 0, bytes: 0 };

  constructor(
    private readonly api: Api,
    readonly email: string,
    readonly role: Role,
    readonly belongings: Belongings,
  ) {}

  async signIn(): Promise<void> {
    const body = { email: this.email, password: PASSWORD };
    const answer = (await this.ask('POST', '/auth/v1/token?grant_type=password', body)) as {
      access_token: string;
    };
    this.token = answer.access_token;
  }

  /** @throws Error when the API refuses */
  async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.api.apiUrl + path, {
      method,
      headers: {
        apikey: this.api.publishableKey,
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    this.asked.requests += 1;
    this.asked.bytes += Buffer.byteLength(text);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return text ? (JSON.parse(text) as unknown) : null;
  }

  call = <Answer>(name: string, args: object): Promise<Answer> =>
    this.ask('POST', `/rest/v1/rpc/${name}`, args) as Promise<Answer>;

  /** One of what this person may open. */
  pick = (table: string): string => {
    const ids = this.belongings.ids[table] ?? [];
    const id = ids[Math.floor(Math.random() * ids.length)];
    if (!id) throw new Error(`${this.email} has none of ${table}`);
    return id;
  };
}
