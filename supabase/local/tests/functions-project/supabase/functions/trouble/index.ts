/** More of Deno than our own functions use. */
const runtime = Deno as unknown as {
  env: { toObject(): Record<string, string> };
  readTextFile(file: string): Promise<string>;
  writeTextFile(file: string, text: string): Promise<void>;
  Command: new (program: string) => { output(): Promise<unknown> };
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const instance = crypto.randomUUID();

/** What a function should not do, one path each. */
const troubles: Record<string, (request: Request) => Response | Promise<Response>> = {
  instance: () => new Response(instance),
  environment: () => Response.json(runtime.env.toObject()),
  async crash() {
    setTimeout(() => {
      throw new Error('a crash on purpose');
    }, 10);
    await pause(10_000);
    return new Response('too late');
  },
  throw() {
    throw new Error('a throw on purpose');
  },
  async silent() {
    await pause(60_000);
    return new Response('too late');
  },
  busy() {
    console.log('busy on purpose');
    for (;;);
  },
  memory() {
    // In small parts: V8 gives up on a large one only after long attempts to make room for it.
    const kept: number[][] = [];
    for (;;) kept.push(new Array<number>(1_000_000).fill(kept.length));
  },
  print() {
    console.log(
      `my key is ${Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? ''} ${Deno.env.get('OF_FILE') ?? ''}`,
    );
    console.log(Deno.env.get('PEM_OF_FILE'));
    console.log(new URL(Deno.env.get('SUPABASE_DB_URL') ?? '').password);
    console.error('an error on purpose');
    return new Response('printed');
  },
  async size(request) {
    let size = 0;
    for await (const chunk of request.body ?? []) size += chunk.length;
    return new Response(String(size));
  },
  stream() {
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      async start(controller) {
        for (const part of ['one ', 'two ', 'three']) {
          controller.enqueue(encoder.encode(part));
          await pause(300);
        }
        controller.close();
      },
    });
    return new Response(body);
  },
  write: () => attempt(() => runtime.writeTextFile('./written.txt', 'written')),
  run: () => attempt(() => new runtime.Command('/bin/ls').output()),
  read: () => attempt(() => runtime.readTextFile('/etc/passwd')),
  data: (request) => attempt(() => runtime.readTextFile(new URL(request.url).searchParams.get('file') ?? '')),
};

async function attempt(work: () => Promise<unknown>): Promise<Response> {
  try {
    await work();
    return new Response('done');
  } catch (error) {
    return new Response((error as Error).name);
  }
}

Deno.serve((request) => {
  const [, , name = ''] = new URL(request.url).pathname.split('/');
  return troubles[name]?.(request) ?? new Response('no such trouble', { status: 404 });
});
