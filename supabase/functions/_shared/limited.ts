/** Bytes of a body, and whether that was all of it. */
export interface Limited {
  bytes: Uint8Array<ArrayBuffer>;
  whole: boolean;
}

/** Keeps at most so many bytes of a body. What comes behind them is read and let go, so that whoever sends it hears the answer. */
export async function readLimited(body: ReadableStream<Uint8Array> | null, most: number): Promise<Limited> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    if (length <= most) chunks.push(next.value);
    length += next.value.length;
  }
  const bytes = new Uint8Array(Math.min(length, most));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, most - at), at);
    at += chunk.length;
  }
  return { bytes, whole: length <= most };
}
