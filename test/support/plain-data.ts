type Simple = string | number | boolean | null | undefined;

/** False, unless there is a function somewhere in it. */
export type HasFunction<T> = T extends Simple
  ? false
  : T extends (...given: never[]) => unknown
    ? true
    : T extends readonly (infer Item)[]
      ? HasFunction<Item>
      : { [Key in keyof T]-?: HasFunction<T[Key]> }[keyof T];

/** What another process gets of a request or command. */
export function sent<T>(request: T): T {
  return structuredClone(JSON.parse(JSON.stringify(request))) as T;
}
