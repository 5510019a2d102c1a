/** Writes a type out in full: ours to the last field, a library's by its name and version. */
import fs from 'node:fs';
import ts from 'typescript';

const OUTSIDE = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;
const ANONYMOUS = /^__/;
/** Generated from the database, whose tables and functions change by its own migrations, not with what remotes share. */
const DATABASE = /\/database\.types\.ts$/;
/** Deeper than anything real: a type that makes ever new ones of itself. */
const MAX_DEPTH = 24;

const versions = new Map<string, string>();

/** A library with its major version: what comes with another one may be another thing. */
function packageOf(file: string): string | null {
  const [, folder = '', name = ''] = OUTSIDE.exec(file) ?? [];
  if (!name) return null;
  if (!versions.has(folder)) {
    const { version } = JSON.parse(fs.readFileSync(`${folder}/package.json`, 'utf8')) as { version: string };
    versions.set(folder, `${name}@${version.split('.')[0]}`);
  }
  return versions.get(folder) ?? null;
}

/** The name of something that is not ours, `react@19#ComponentType`, or of the language, `Promise`; null for what is ours. */
export function nameOutside(symbol: ts.Symbol): string | null {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? '';
  if (DATABASE.test(file)) return ANONYMOUS.test(symbol.name) ? 'database' : `database#${symbol.name}`;
  const from = packageOf(file);
  if (from === null || ANONYMOUS.test(symbol.name)) return null;
  const declared = symbol.declarations?.find(ts.isClassDeclaration)?.name?.text;
  const name = symbol.name === 'default' && declared ? declared : symbol.name;
  return from.startsWith('typescript@') ? name : `${from}#${name}`;
}

/** True for `name?`. */
export const isOptional = (property: ts.Symbol): boolean => (property.flags & ts.SymbolFlags.Optional) !== 0;

export class TypePrinter {
  private readonly open: ts.Type[] = [];
  /** True while what is printed comes from the remotes: parameters do, and what a callback of theirs answers. */
  private given = false;

  /**
   * @param exported names of the types that have lines of their own; they are referred to by name
   * @param refer hears of every such reference
   */
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly exported: ReadonlyMap<ts.Symbol, string>,
    private readonly refer: (symbol: ts.Symbol, given: boolean) => void,
  ) {}

  /** Prints what lies in a position that remotes fill, or in one that they read. */
  from<Printed>(given: boolean, print: () => Printed): Printed {
    const before = this.given;
    this.given = given;
    const printed = print();
    this.given = before;
    return printed;
  }

  /** A type of ours whose members are listed one by one: it has no lines of its own, and cannot be called. */
  hasMembers(type: ts.Type): boolean {
    return !this.nameOf(type) && this.isRecord(type);
  }

  /** An object of ours with nothing but properties. */
  isRecord(type: ts.Type): boolean {
    if (!(type.flags & ts.TypeFlags.Object) || this.isList(type)) return false;
    if (type.symbol && nameOutside(type.symbol)) return false;
    const calls = type.getCallSignatures().length + type.getConstructSignatures().length;
    return calls + this.checker.getIndexInfosOfType(type).length === 0 && type.getProperties().length > 0;
  }

  /** The type as text. @param besides the name not to use: what it stands for is wanted */
  print(type: ts.Type, besides?: ts.Symbol): string {
    const name = this.nameOf(type, besides);
    if (name) return name;
    if (this.open.includes(type)) return '(itself)';
    if (this.open.length > MAX_DEPTH)
      throw new Error(`A type without end: ${this.checker.typeToString(type)}`);
    this.open.push(type);
    try {
      return this.structure(type);
    } finally {
      this.open.pop();
    }
  }

  /** `<T extends string = "a">`, or nothing. */
  typeParameters(parameters: readonly ts.Type[] = []): string {
    if (parameters.length === 0) return '';
    const each = parameters.map((parameter) => {
      const constraint = this.checker.getBaseConstraintOfType(parameter) && parameter.getConstraint();
      const standard = parameter.getDefault();
      const bound = constraint ? ` extends ${this.from(true, () => this.print(constraint))}` : '';
      return parameter.symbol.name + bound + (standard ? ` = ${this.print(standard)}` : '');
    });
    return `<${each.join(', ')}>`;
  }

  /** The type of something optional, without the `undefined` that comes with the question mark. */
  printOptional(type: ts.Type): string {
    if (!type.isUnion()) return this.print(type);
    const rest = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    return rest[0] && rest.length === 1 ? this.print(rest[0]) : this.union(rest);
  }

  private nameOf(type: ts.Type, besides?: ts.Symbol): string | null {
    const names: [ts.Symbol | undefined, readonly ts.Type[] | undefined][] = [
      [type.aliasSymbol, type.aliasTypeArguments],
      [type.symbol, this.argumentsOf(type)],
    ];
    for (const [symbol, given] of names) {
      if (!symbol || symbol === besides) continue;
      const ours = this.exported.get(symbol);
      const name = ours ?? nameOutside(symbol);
      if (ours) this.refer(symbol, this.given);
      if (name && !(type.flags & ts.TypeFlags.TypeParameter) && !this.isList(type))
        return given?.length ? `${name}<${given.map((one) => this.print(one)).join(', ')}>` : name;
    }
    return null;
  }

  private isList(type: ts.Type): boolean {
    return this.checker.isArrayType(type) || this.checker.isTupleType(type);
  }

  private argumentsOf(type: ts.Type): readonly ts.Type[] {
    const isReference =
      type.flags & ts.TypeFlags.Object && (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference;
    if (!isReference) return [];
    const reference = type as ts.TypeReference;
    return this.checker.getTypeArguments(reference).slice(0, reference.target.typeParameters?.length ?? 0);
  }

  private structure(type: ts.Type): string {
    const { checker } = this;
    if (type.isUnion()) return this.union(type.types);
    if (type.isIntersection())
      return type.types
        .map((one) => this.inner(one))
        .sort()
        .join(' & ');
    if (type.flags & ts.TypeFlags.IndexedAccess) {
      const { objectType, indexType } = type as ts.IndexedAccessType;
      return `${this.inner(objectType)}[${this.print(indexType)}]`;
    }
    if (type.flags & ts.TypeFlags.Index) return `keyof ${this.inner((type as ts.IndexType).type)}`;
    if (checker.isTupleType(type)) return this.tuple(type as ts.TupleTypeReference);
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference);
      const readonly = type.symbol.name === 'ReadonlyArray' ? 'readonly ' : '';
      return `${readonly}${item ? this.inner(item) : 'unknown'}[]`;
    }
    if (type.flags & ts.TypeFlags.Object && !this.isGenericMapping(type)) return this.object(type);
    return checker.typeToString(
      type,
      undefined,
      ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias,
    );
  }

  /** `{ [key in K]: … }` while K is open: it has no members yet. */
  private isGenericMapping(type: ts.Type): boolean {
    const { checker } = this;
    const isMapped = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0;
    return isMapped && type.getProperties().length + checker.getIndexInfosOfType(type).length === 0;
  }

  /** In brackets where it would otherwise run into what stands beside it. */
  private inner(type: ts.Type): string {
    const text = this.print(type);
    return / => | [|&] |^readonly |^keyof /.test(text) && !/^[\w@/#.-]*[<{[(][^]*[>}\])]$/.test(text)
      ? `(${text})`
      : text;
  }

  /** Members in the order of the alphabet, nothing at the end. */
  private union(types: readonly ts.Type[]): string {
    const texts = new Set(types.map((one) => this.inner(one)));
    if (texts.has('true') && texts.has('false')) {
      texts.delete('true');
      texts.delete('false');
      texts.add('boolean');
    }
    const nothing = ['null', 'undefined'].filter((text) => texts.delete(text));
    return [...[...texts].sort(), ...nothing].join(' | ');
  }

  private tuple(type: ts.TupleTypeReference): string {
    const { elementFlags, readonly } = type.target;
    const items = this.checker.getTypeArguments(type).map((item, index) => {
      const flags = elementFlags[index] ?? ts.ElementFlags.Required;
      if (flags & ts.ElementFlags.Rest) return `...${this.inner(item)}[]`;
      if (flags & ts.ElementFlags.Variadic) return `...${this.inner(item)}`;
      return this.inner(item) + (flags & ts.ElementFlags.Optional ? '?' : '');
    });
    return `${readonly ? 'readonly ' : ''}[${items.join(', ')}]`;
  }

  private object(type: ts.Type): string {
    const calls = type.getCallSignatures().map((signature) => this.signature(signature));
    const makes = type.getConstructSignatures().map((signature) => `new ${this.signature(signature)}`);
    const indexed = this.checker.getIndexInfosOfType(type).map(({ keyType, type: value, isReadonly }) => {
      return `${isReadonly ? 'readonly ' : ''}[${this.print(keyType)}]: ${this.print(value)}`;
    });
    const properties = type
      .getProperties()
      .map((property) => {
        const type = this.checker.getTypeOfSymbol(property);
        if (!isOptional(property)) return `${property.name}: ${this.print(type)}`;
        return `${property.name}?: ${this.printOptional(type)}`;
      })
      .sort();
    const only = calls.length + makes.length === 1 && indexed.length + properties.length === 0;
    if (only) return [...calls, ...makes].join('');
    const all = [...calls, ...makes, ...indexed, ...properties];
    return all.length > 0 ? `{ ${all.join('; ')} }` : '{}';
  }

  /** Parameters by position: to name one otherwise breaks nobody. */
  private signature(signature: ts.Signature): string {
    const { checker } = this;
    const own = this.typeParameters(signature.getTypeParameters());
    const parameters = this.from(!this.given, () =>
      signature.getParameters().map((parameter, index) => {
        const declaration = parameter.valueDeclaration;
        const isParameter = declaration !== undefined && ts.isParameter(declaration);
        const rest = isParameter && declaration.dotDotDotToken ? '...' : '';
        const optional = isParameter && checker.isOptionalParameter(declaration);
        const type = checker.getTypeOfSymbol(parameter);
        const name = `${rest}${String.fromCharCode(97 + index)}`;
        return optional ? `${name}?: ${this.printOptional(type)}` : `${name}: ${this.print(type)}`;
      }),
    );
    const predicate = checker.getTypePredicateOfSignature(signature);
    const answer = predicate
      ? checker.typePredicateToString(predicate)
      : this.print(checker.getReturnTypeOfSignature(signature));
    return `${own}(${parameters.join(', ')}) => ${answer}`;
  }
}
