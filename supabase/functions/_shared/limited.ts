/** Bytes of a body, and whether that was all of it. */
export interface Limited {
  bytes: Uint8Array<ArrayBuffer>;
  whole: boolean;
}

/** Reads at most so many bytes of a body; what comes behind them is not waited for. */
export async function readLimited(body: ReadableStream<Uint8Array> | null, most: number): Promise<Limited> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  while (reader && length <= most) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  if (length > most) await reader?.cancel().catch(() => undefined);
  const bytes = new Uint8Array(Math.min(length, most));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, most - at), at);
    at += chunk.length;
  }
  return { bytes, whole: length <= most };
}
