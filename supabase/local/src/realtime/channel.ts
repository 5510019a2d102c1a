import crypto from 'node:crypto';
import { nowSeconds, type Claims } from '../auth/tokens.js';
import type { ApiKeys } from '../gateway/keys.js';
import type { Authorization, Extension } from './authorization.js';
import type { Hub, Listener } from './hub.js';
import type { Presences } from './presence.js';
import { asObject, type Message } from './protocol.js';
import { claimsOf } from './tokens.js';

/** What all channels share. */
export interface ChannelServices {
  keys: ApiKeys;
  hub: Hub;
  presences: Presences;
  authorization: Authorization;
}

export type Send = (message: Omit<Message, 'ref'> & { ref?: string | null }) => void;

const PREFIX = 'realtime:';
const MAX_TIMER_MS = 2 ** 31 - 1;

const noPermission = (act: 'read from' | 'write to', topic: string) =>
  `Unauthorized: You do not have permissions to ${act} this Channel topic: ${topic}`;

/** One joined channel of one socket. */
export class Channel implements Listener {
  readonly topic: string;
  readonly private: boolean;
  readonly joinRef: string | null;
  readonly #wire: string;
  readonly #services: ChannelServices;
  readonly #send: Send;
  readonly #onClosed: (channel: Channel) => void;
  readonly #broadcast: { ack: boolean; self: boolean };
  readonly #presence: { key: string; wanted: boolean };
  #claims: Claims;
  #mayWrite: boolean | null = null;
  #mayTrack: boolean | null = null;
  #expiry: NodeJS.Timeout | undefined;

  private constructor(
    join: Message,
    claims: Claims,
    services: ChannelServices,
    send: Send,
    onClosed: (channel: Channel) => void,
  ) {
    const config = asObject(join.payload.config);
    const broadcast = asObject(config.broadcast);
    this.#wire = join.topic;
    this.topic = join.topic.slice(PREFIX.length);
    this.private = config.private === true;
    this.joinRef = join.joinRef ?? join.ref;
    this.#broadcast = { ack: broadcast.ack === true, self: broadcast.self === true };
    const presence = asObject(config.presence);
    this.#presence = {
      key: typeof presence.key === 'string' && presence.key ? presence.key : crypto.randomUUID(),
      // Clients that do not know the switch want to know.
      wanted: presence.enabled !== false,
    };
    this.#claims = claims;
    this.#services = services;
    this.#send = send;
    this.#onClosed = onClosed;
  }

  /** Joins a channel when token and policies allow it. Returns the channel, or the reason of the refusal. */
  static async join(
    join: Message,
    key: string,
    services: ChannelServices,
    send: Send,
    onClosed: (channel: Channel) => void,
  ): Promise<Channel | string> {
    if (!join.topic.startsWith(PREFIX) || join.topic.length === PREFIX.length) return 'unmatched topic';
    const changes = asObject(join.payload.config).postgres_changes;
    if (Array.isArray(changes) && changes.length > 0) {
      return 'postgres_changes is not available in the local backend: broadcast from the database instead';
    }
    const token = join.payload.access_token;
    const claims = claimsOf(typeof token === 'string' && token ? token : key, services.keys);
    if (typeof claims === 'string') return claims;
    const channel = new Channel(join, claims, services, send, onClosed);
    if (!(await channel.#mayRead(claims))) return noPermission('read from', channel.topic);
    if (channel.#presence.wanted) channel.#presence.wanted = await channel.#mayRead(claims, 'presence');
    services.hub.add(channel);
    channel.#watchExpiry();
    return channel;
  }

  deliver(payload: Record<string, unknown>): void {
    this.#send({ joinRef: this.joinRef, topic: this.#wire, event: 'broadcast', payload });
  }

  hearPresence(diff: Record<string, unknown>): void {
    if (!this.#presence.wanted) return;
    this.#send({ joinRef: this.joinRef, topic: this.#wire, event: 'presence_diff', payload: diff });
  }

  /** Tells the client who is here, once it has joined. */
  sendPresenceState(): void {
    if (!this.#presence.wanted) return;
    const payload = this.#services.presences.state(this);
    this.#send({ joinRef: this.joinRef, topic: this.#wire, event: 'presence_state', payload });
  }

  /** The client makes itself present, or ends that. Returns the reason of a refusal, or null. */
  async changePresence({ event, payload }: Record<string, unknown>): Promise<string | null> {
    const { presences, authorization } = this.#services;
    if (event === 'untrack') {
      presences.untrack(this);
      return null;
    }
    if (event !== 'track') return 'Unknown presence event';
    this.#mayTrack ??= !this.private || (await authorization.mayWrite(this.#claims, this.topic, 'presence'));
    if (!this.#mayTrack) return noPermission('write to', this.topic);
    presences.track(this, this.#presence.key, asObject(payload));
    return null;
  }

  /** A new access token: rights are asked again, and without them the channel is closed, as hosted does. */
  async renew(token: unknown): Promise<void> {
    // Clients send the key once nobody is signed in. Hosted goes on with the old token until it expires.
    if (typeof token !== 'string' || token.startsWith('sb_')) return;
    const claims = claimsOf(token, this.#services.keys);
    if (typeof claims === 'string') return this.#shutDown(claims);
    if (!(await this.#mayRead(claims))) return this.#shutDown(noPermission('read from', this.topic));
    this.#claims = claims;
    this.#mayWrite = null;
    this.#mayTrack = null;
    this.#watchExpiry();
  }

  /** A broadcast by the client. Returns whether it may be acknowledged; null when the client asked for no answer. */
  async broadcast(payload: Record<string, unknown>): Promise<string | boolean | null> {
    this.#mayWrite ??=
      !this.private || (await this.#services.authorization.mayWrite(this.#claims, this.topic));
    if (!this.#mayWrite) return this.#broadcast.ack ? noPermission('write to', this.topic) : null;
    this.#services.hub.send(this.topic, this.private, payload, this.#broadcast.self ? undefined : this);
    return this.#broadcast.ack ? true : null;
  }

  /** Ends the subscription. The client is told unless its socket is gone. */
  close(tell = true): void {
    clearTimeout(this.#expiry);
    this.#services.hub.remove(this);
    this.#services.presences.untrack(this);
    this.#onClosed(this);
    if (tell) this.#send({ joinRef: this.joinRef, topic: this.#wire, event: 'phx_close', payload: {} });
  }

  #mayRead(claims: Claims, extension?: Extension): Promise<boolean> {
    if (!this.private) return Promise.resolve(true);
    return this.#services.authorization.mayRead(claims, this.topic, extension);
  }

  #shutDown(message: string): void {
    const payload = { status: 'error', extension: 'system', channel: this.topic, message };
    this.#send({ joinRef: this.joinRef, topic: this.#wire, event: 'system', payload });
    this.close();
  }

  #watchExpiry(): void {
    clearTimeout(this.#expiry);
    const { exp } = this.#claims;
    if (typeof exp !== 'number') return;
    const wait = Math.min(Math.max(0, (exp - nowSeconds()) * 1000), MAX_TIMER_MS);
    this.#expiry = setTimeout(() => {
      if (nowSeconds() < exp) this.#watchExpiry();
      else this.#shutDown('Token has expired');
    }, wait);
    this.#expiry.unref();
  }
}
