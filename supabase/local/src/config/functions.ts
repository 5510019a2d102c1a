/** A function as `[functions.<name>]` has it; paths are relative to the folder of `config.toml`. */
export interface FunctionConfig {
  enabled: boolean;
  verifyJwt: boolean;
  entrypoint: string | undefined;
  importMap: string | undefined;
  staticFiles: string[];
}

/** What `[edge_runtime]` and `[functions]` say. */
export interface FunctionsConfig {
  enabled: boolean;
  /** Variables for the environment of functions, by name. */
  secrets: Record<string, string>;
  functions: Record<string, FunctionConfig>;
}

/** A function that `config.toml` does not mention. */
export const DEFAULT_FUNCTION: FunctionConfig = {
  enabled: true,
  verifyJwt: true,
  entrypoint: undefined,
  importMap: undefined,
  staticFiles: [],
};

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const tableOf = (value: unknown) => (isTable(value) ? value : {});
const asText = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** The texts in a table of a parsed `config.toml`, by name. */
export const namedTexts = (table: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tableOf(table)).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );

/** The tables `edge_runtime` and `functions` of a parsed `config.toml`. */
export function functionsIn(runtime: unknown, functions: unknown): FunctionsConfig {
  return {
    enabled: tableOf(runtime).enabled !== false,
    secrets: namedTexts(tableOf(runtime).secrets),
    functions: Object.fromEntries(
      Object.entries(tableOf(functions)).map(([name, entry]) => {
        const { enabled, verify_jwt, entrypoint, import_map, static_files } = tableOf(entry);
        return [
          name,
          {
            enabled: enabled !== false,
            verifyJwt: verify_jwt !== false,
            entrypoint: asText(entrypoint),
            importMap: asText(import_map),
            staticFiles: Array.isArray(static_files) ? static_files.map(String) : [],
          },
        ];
      }),
    ),
  };
}
