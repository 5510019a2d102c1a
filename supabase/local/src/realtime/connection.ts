import type { WebSocket } from 'ws';
import { messageOf, type Log } from '../log.js';
import { Channel, type ChannelServices } from './channel.js';
import { decode, encode, type Message, type ProtocolVersion } from './protocol.js';

const MAX_CHANNELS = 100;
const MAX_MESSAGES_PER_SECOND = 100;
/** A client that reads too slowly is let go before its messages fill the memory. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
const PROTOCOL_ERROR = 1002;
const TRY_LATER = 1013;

/** One socket and its channels. */
export class Connection {
  /** When the client last sent something, in milliseconds; clients send a heartbeat every 25 seconds. */
  lastHeard = Date.now();
  readonly #channels = new Map<string, Channel>();
  #queue: Promise<void> = Promise.resolve();
  #second = 0;
  #count = 0;

  constructor(
    readonly socket: WebSocket,
    private readonly key: string,
    private readonly version: ProtocolVersion,
    private readonly services: ChannelServices,
    private readonly log: Log,
  ) {
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      // After what is being answered: a join under way must not outlive its socket.
      this.#queue = this.#queue.then(() => this.#closeAll());
    });
    socket.on('message', (data, isBinary) => {
      this.lastHeard = Date.now();
      if (this.#isFlooding()) return socket.close(TRY_LATER, 'Too many messages per second');
      const message = decode(data, isBinary);
      if (!message) return socket.close(PROTOCOL_ERROR, 'Malformed message');
      // One after the other: a leave right after its join must find the channel.
      this.#queue = this.#queue
        .then(() => this.#answer(message))
        .catch((error: unknown) => {
          this.log(`realtime: ${messageOf(error)}`, 'debug');
          this.#reply(message, 'error', { reason: 'The database is not available, please try again' });
        });
    });
  }

  #isFlooding(): boolean {
    const second = Math.floor(Date.now() / 1000);
    this.#count = second === this.#second ? this.#count + 1 : 1;
    this.#second = second;
    return this.#count > MAX_MESSAGES_PER_SECOND;
  }

  #closeAll(): void {
    for (const channel of [...this.#channels.values()]) channel.close(false);
  }

  #send(message: Omit<Message, 'ref'> & { ref?: string | null }): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > MAX_BUFFERED_BYTES) return this.socket.terminate();
    const frame = encode({ ref: null, ...message }, this.version);
    if (frame !== null) this.socket.send(frame);
  }

  #reply(message: Message, status: 'ok' | 'error', response: Record<string, unknown> = {}): void {
    const { topic, ref, joinRef } = message;
    this.#send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  async #join(message: Message): Promise<void> {
    this.#channels.get(message.topic)?.close();
    if (this.#channels.size >= MAX_CHANNELS) {
      return this.#reply(message, 'error', { reason: 'ChannelRateLimitReached: Too many channels' });
    }
    const joined = await Channel.join(
      message,
      this.key,
      this.services,
      (out) => this.#send(out),
      (channel) => {
        if (this.#channels.get(message.topic) === channel) this.#channels.delete(message.topic);
      },
    );
    if (typeof joined === 'string') return this.#reply(message, 'error', { reason: joined });
    this.#channels.set(message.topic, joined);
    this.#reply(message, 'ok', { postgres_changes: [] });
    joined.sendPresenceState();
  }

  async #answer(message: Message): Promise<void> {
    if (message.topic === 'phoenix') return this.#reply(message, 'ok');
    if (message.event === 'phx_join') return this.#join(message);
    const channel = this.#channels.get(message.topic);
    if (!channel) return this.#reply(message, 'error', { reason: 'unmatched topic' });
    switch (message.event) {
      case 'phx_leave':
        this.#reply(message, 'ok');
        return channel.close();
      case 'access_token':
        return channel.renew(message.payload.access_token);
      case 'broadcast': {
        const result = await channel.broadcast(message.payload);
        if (result === true) this.#reply(message, 'ok');
        else if (result) this.#reply(message, 'error', { reason: result });
        return;
      }
      case 'presence': {
        const refusal = await channel.changePresence(message.payload);
        return refusal ? this.#reply(message, 'error', { reason: refusal }) : this.#reply(message, 'ok');
      }
      default:
        return this.#reply(message, 'error', {
          reason: `${message.event} is not available in the local backend`,
        });
    }
  }
}
