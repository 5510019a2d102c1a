/** What our functions use of Deno; the compiler that checks them knows Node. */
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Response | Promise<Response>): unknown;
  memoryUsage(): { rss: number };
  resolveDns(name: string, type: 'A' | 'AAAA'): Promise<string[]>;
};

/** What hosted functions have besides: work that goes on when the answer has been given. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void };
