import { LIVE, reconnectAfter } from './live-timing';
import { MISSED, tagOf, type Join, type OnTag } from './topics';

/** The part of Supabase Realtime's protocol (1.0.0: every message one JSON object) that listening to private topics takes. */
interface Message {
  topic: string;
  event: string;
  payload: unknown;
  ref: string | null;
  join_ref?: string | null;
}

export interface Surroundings {
  /** Opens a socket to Realtime. */
  open: () => WebSocket;
  /** The token of the moment, refreshed when it is about to end; null when nobody is signed in. */
  token: () => Promise<string | null>;
}

interface Channel {
  topic: string;
  onTag: OnTag;
  /** The reference of the join that counts; answers to earlier ones do not. */
  joinRef: string | null;
  wasJoined: boolean;
  tries: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** The message in a frame; null for what is none. */
function messageIn(data: unknown): Message | null {
  try {
    return JSON.parse(String(data)) as Message | null;
  } catch {
    return null;
  }
}

const statusOf = (payload: unknown) => (payload as { status?: unknown } | null)?.status;

const CONFIG = {
  broadcast: { ack: false, self: false },
  presence: { key: '', enabled: false },
  postgres_changes: [],
  private: true,
};

/**
 * One socket for all topics, open while somebody listens. Joins again what was lost, after 1, 2, 5, then always 10 s, and tells the
 * listener that it may have missed something. It only listens; a client library that does the rest weighs 16 kB gz on every page.
 */
export class LiveConnection {
  private readonly channels = new Set<Channel>();
  private socket: WebSocket | null = null;
  private ref = 0;
  private tries = 0;
  private sentToken: string | null = null;
  private unanswered: string | null = null;
  private beat: ReturnType<typeof setInterval> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly surroundings: Surroundings) {}

  readonly join: Join = (name, onTag) => {
    const channel: Channel = {
      topic: `realtime:${name}`,
      onTag,
      joinRef: null,
      wasJoined: false,
      tries: 0,
    };
    this.channels.add(channel);
    if (!this.socket) this.connect();
    else if (this.isOpen()) void this.enter(channel);
    return () => {
      this.channels.delete(channel);
      clearTimeout(channel.timer);
      if (channel.joinRef && this.isOpen()) this.send(channel, 'phx_leave', {});
      if (this.channels.size === 0) this.drop();
    };
  };

  private isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  private connect(): void {
    clearTimeout(this.timer);
    const socket = this.surroundings.open();
    this.socket = socket;
    // An address that never answers must count as one that refuses.
    this.timer = setTimeout(() => socket.close(), LIVE.timeout);
    socket.onopen = () => {
      clearTimeout(this.timer);
      this.beat = setInterval(() => void this.heartbeat(), LIVE.heartbeat);
      this.channels.forEach((channel) => void this.enter(channel));
    };
    socket.onmessage = ({ data }) => this.receive(data);
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.drop();
      if (this.channels.size > 0) {
        this.timer = setTimeout(() => this.connect(), reconnectAfter(++this.tries));
      }
    };
  }

  /** Ends the connection; no listener is called any more. */
  private drop(): void {
    clearInterval(this.beat);
    clearTimeout(this.timer);
    const { socket } = this;
    this.socket = null;
    this.unanswered = null;
    for (const channel of this.channels) {
      clearTimeout(channel.timer);
      channel.joinRef = null;
    }
    socket?.close();
  }

  private send(channel: Pick<Channel, 'topic' | 'joinRef'>, event: string, payload: unknown): string {
    const ref = String(++this.ref);
    const message: Message = {
      topic: channel.topic,
      event,
      payload,
      ref,
      join_ref: event === 'phx_join' ? ref : channel.joinRef,
    };
    this.socket?.send(JSON.stringify(message));
    return ref;
  }

  private async enter(channel: Channel): Promise<void> {
    const token = await this.surroundings.token().catch(() => null);
    if (!this.channels.has(channel) || !this.isOpen()) return;
    clearTimeout(channel.timer);
    this.sentToken = token;
    channel.joinRef = this.send(channel, 'phx_join', {
      config: CONFIG,
      ...(token && { access_token: token }),
    });
    channel.timer = setTimeout(() => this.enterAgain(channel), LIVE.timeout);
  }

  private enterAgain(channel: Channel): void {
    clearTimeout(channel.timer);
    channel.joinRef = null;
    channel.timer = setTimeout(() => void this.enter(channel), reconnectAfter(++channel.tries));
  }

  private receive(data: unknown): void {
    const message = messageIn(data);
    if (!message) return;
    const { topic, event, payload, ref, join_ref } = message;
    if (ref && ref === this.unanswered) this.unanswered = null;
    for (const channel of this.channels) {
      if (channel.topic !== topic || !channel.joinRef) continue;
      if (event === 'phx_reply' && ref === channel.joinRef)
        this.answered(channel, statusOf(payload) === 'ok');
      else if (event === 'broadcast') {
        const tag = tagOf(payload);
        if (tag) channel.onTag(tag);
      } else if (
        (event === 'phx_close' || event === 'phx_error') &&
        (join_ref ?? channel.joinRef) === channel.joinRef
      )
        this.enterAgain(channel);
    }
  }

  private answered(channel: Channel, isIn: boolean): void {
    if (!isIn) return this.enterAgain(channel);
    clearTimeout(channel.timer);
    channel.tries = 0;
    this.tries = 0;
    if (channel.wasJoined) channel.onTag(MISSED);
    channel.wasJoined = true;
  }

  /** Notices a connection that is dead without having been closed, and hands on a token that was refreshed. */
  private async heartbeat(): Promise<void> {
    if (this.unanswered) return this.socket?.close();
    this.unanswered = this.send({ topic: 'phoenix', joinRef: null }, 'heartbeat', {});
    const token = await this.surroundings.token().catch(() => null);
    if (!token || token === this.sentToken || !this.isOpen()) return;
    this.sentToken = token;
    for (const channel of this.channels) {
      if (channel.joinRef) this.send(channel, 'access_token', { access_token: token });
    }
  }
}
