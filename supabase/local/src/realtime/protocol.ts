import type { RawData } from 'ws';

/** A message of the Phoenix protocol, as realtime-js speaks it. */
export interface Message {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Record<string, unknown>;
}

/** 1.0.0: one object; 2.0.0: an array, and broadcasts from clients as binary frames. */
export type ProtocolVersion = '1.0.0' | '2.0.0';

/** Largest message, in bytes. */
export const MAX_MESSAGE_BYTES = 256 * 1024;

const BROADCAST_PUSH = 3;
const BROADCAST = 4;
const BINARY_PAYLOAD = 0;
const JSON_PAYLOAD = 1;
const PUSH_HEADER = 7;
const MAX_TOPIC = 255;

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** The value as an object; anything else is an empty one. */
export function asObject(value: unknown): Record<string, unknown> {
  return value && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function message(parts: unknown[]): Message | null {
  const [joinRef, ref, topic, event, payload] = parts;
  if (typeof topic !== 'string' || typeof event !== 'string' || topic.length > MAX_TOPIC) return null;
  return { joinRef: textOrNull(joinRef), ref: textOrNull(ref), topic, event, payload: asObject(payload) };
}

/** A broadcast from a client: lengths in one byte each, then the texts, then the payload. */
function decodeBinary(data: Buffer): Message | null {
  const encoding = data[6];
  if (data.length < PUSH_HEADER || data[0] !== BROADCAST_PUSH) return null;
  if (encoding !== JSON_PAYLOAD && encoding !== BINARY_PAYLOAD) return null;
  let at = PUSH_HEADER;
  const texts = [...data.subarray(1, 6)].map((length) => data.toString('utf8', at, (at += length)));
  const [joinRef, ref, topic, event] = texts;
  const rest = data.subarray(at);
  const payload: unknown = encoding === BINARY_PAYLOAD ? rest : JSON.parse(rest.toString());
  return message([joinRef, ref, topic, 'broadcast', { type: 'broadcast', event, payload }]);
}

/** Reads a frame. Null for what is no message of the protocol. The payload of a broadcast may be bytes. */
export function decode(data: RawData, isBinary: boolean): Message | null {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
  try {
    if (isBinary) return decodeBinary(bytes);
    const value: unknown = JSON.parse(bytes.toString());
    if (Array.isArray(value)) return message(value);
    const { join_ref: joinRef, ref, topic, event, payload } = asObject(value);
    return message([joinRef, ref, topic, event, payload]);
  } catch {
    return null;
  }
}

/** A broadcast with bytes as its payload. */
function encodeBinary(topic: string, event: string, payload: Buffer): Buffer {
  const texts = [topic, event].map((text) => Buffer.from(text));
  const lengths = texts.map((text) => text.length);
  return Buffer.concat([Buffer.from([BROADCAST, ...lengths, 0, BINARY_PAYLOAD]), ...texts, payload]);
}

/** Writes a message as a frame. Null when the version cannot carry it: bytes in 1.0.0. */
export function encode(message: Message, version: ProtocolVersion): string | Buffer | null {
  const { joinRef, ref, topic, event, payload } = message;
  if (Buffer.isBuffer(payload.payload)) {
    return version === '2.0.0' ? encodeBinary(topic, String(payload.event), payload.payload) : null;
  }
  if (version === '2.0.0') return JSON.stringify([joinRef, ref, topic, event, payload]);
  return JSON.stringify({ join_ref: joinRef, ref, topic, event, payload });
}
