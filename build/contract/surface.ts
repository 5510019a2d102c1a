/** Reads what an entry point exports: one line per member, every type of ours spelled out down to the last field. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Surface } from './report';
import { isOptional, nameOutside, TypePrinter } from './type-printer';

export const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** What was last released. */
export const REPORT = path.join(REPOSITORY, 'shared/api-report/platform.api.txt');

/** The entry points under the contract number, by the word their lines begin with. */
const ENTRIES = {
  platform: path.join(REPOSITORY, 'shared/src/platform/index.ts'),
  forms: path.join(REPOSITORY, 'shared/src/forms/index.ts'),
};

/**
 * Compiles the entry points.
 * @param changed texts that stand in for files on disk, by absolute path
 * @param before a program whose unchanged files are used again
 */
export function compile(changed: ReadonlyMap<string, string> = new Map(), before?: ts.Program): ts.Program {
  const config = path.join(REPOSITORY, 'tsconfig.base.json');
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    REPOSITORY,
  );
  const all = { ...options, types: [] };
  const host = ts.createCompilerHost(all, true);
  const { getSourceFile } = host;
  host.getSourceFile = (file, ...rest) => {
    const text = changed.get(path.resolve(file));
    if (text !== undefined) return ts.createSourceFile(file, text, rest[0], true);
    return before?.getSourceFile(file) ?? getSourceFile(file, ...rest);
  };
  return ts.createProgram(Object.values(ENTRIES), all, host, before);
}

/** Lists one entry point. */
class Listing {
  private readonly printer: TypePrinter;
  private readonly types: ReadonlyMap<ts.Symbol, string>;
  /** Where exported types are met: read by remotes (false), or given by them (true). */
  private readonly met = new Map<ts.Symbol, Set<boolean>>();
  private readonly queue: [ts.Symbol, boolean][] = [];

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly entry: string,
    private readonly exported: readonly (readonly [ts.Symbol, string])[],
    private readonly surface: Surface,
  ) {
    this.types = new Map(exported.filter(([{ flags }]) => flags & ts.SymbolFlags.Type));
    this.printer = new TypePrinter(checker, this.types, (symbol, given) => this.meet(symbol, given));
  }

  listAll(): void {
    for (const [symbol, name] of this.exported) {
      if (symbol.flags & ts.SymbolFlags.Value) this.value(symbol, `${this.entry} ${name}`);
    }
    this.listQueue();
    // Of the rest no function says who makes it: remotes might.
    for (const symbol of this.types.keys()) {
      if (this.met.has(symbol)) continue;
      this.surface.given.add(this.keyOf(symbol));
      this.meet(symbol, false);
      this.listQueue();
    }
    // A type under a second name.
    for (const [symbol, name] of this.exported) {
      const first = this.types.get(symbol) ?? name;
      if (first !== name) this.surface.members.set(`${this.entry} type ${name}`, first);
    }
  }

  private meet(symbol: ts.Symbol, given: boolean): void {
    const met = this.met.get(symbol) ?? new Set();
    if (met.has(given)) return;
    this.met.set(symbol, met.add(given));
    this.queue.push([symbol, given]);
  }

  private listQueue(): void {
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const [symbol, given] = next;
      this.printer.from(given, () => this.type(symbol, given));
    }
  }

  private keyOf(symbol: ts.Symbol): string {
    return `${this.entry} type ${this.types.get(symbol) ?? symbol.name}`;
  }

  private value(symbol: ts.Symbol, key: string): void {
    const outside = nameOutside(symbol);
    if (outside) this.surface.members.set(key, outside);
    else this.list(key, this.checker.getTypeOfSymbol(symbol));
  }

  private type(symbol: ts.Symbol, given: boolean): void {
    const key = this.keyOf(symbol);
    const type = this.checker.getDeclaredTypeOfSymbol(symbol);
    if (given) this.surface.given.add(key);
    const parameters =
      type.aliasTypeArguments ?? (type.isClassOrInterface() ? type.typeParameters : undefined);
    if (parameters?.length) this.surface.members.set(key, this.printer.typeParameters(parameters));
    const outside = nameOutside(symbol);
    const isNamedItself = type.aliasSymbol === symbol || type.symbol === symbol;
    if (outside) this.surface.members.set(key, outside);
    else if (isNamedItself && this.printer.isRecord(type)) this.members(key, type, []);
    else this.surface.members.set(key, this.printer.print(type, symbol));
  }

  /** One line, or one for each member of what has members. */
  private list(key: string, type: ts.Type, within: readonly ts.Type[] = []): void {
    if (!within.includes(type) && this.printer.hasMembers(type)) this.members(key, type, within);
    else this.surface.members.set(key, this.printer.print(type));
  }

  private members(key: string, type: ts.Type, within: readonly ts.Type[]): void {
    for (const property of type.getProperties()) {
      const at = `${key}.${property.name}`;
      const inner = this.checker.getTypeOfSymbol(property);
      if (isOptional(property)) this.surface.members.set(at, `optional ${this.printer.printOptional(inner)}`);
      else this.list(at, inner, [...within, type]);
    }
  }
}

/** Lists what a program's entry points export. */
export function surfaceOf(program: ts.Program): Surface {
  const checker = program.getTypeChecker();
  const surface: Surface = { members: new Map(), given: new Set() };
  for (const [entry, file] of Object.entries(ENTRIES)) {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} exports nothing`);
    const exported = checker
      .getExportsOfModule(module)
      .map((symbol): readonly [ts.Symbol, string] => [
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
        symbol.name,
      ]);
    new Listing(checker, entry, exported, surface).listAll();
  }
  return surface;
}
