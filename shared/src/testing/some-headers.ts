/** As much of `Headers` as the client needs; jsdom has none. */
export class SomeHeaders extends Map<string, string> {
  constructor(from: Record<string, string> | Map<string, string> = {}) {
    super(from instanceof Map ? from : Object.entries(from));
  }

  append(name: string, value: string): void {
    const before = this.get(name);
    this.set(name, before === undefined ? value : `${before}, ${value}`);
  }
}
