import type { z } from 'zod/mini'
import type { AnySchema } from './endpoint.ts'

/**
 * The only place that converts between snake_case and camelCase. It walks the schema, never the text:
 * names that the schema declares are renamed; record keys and unknown JSON pass unchanged, because there
 * keys are data (`custom_1` would come back as `custom1`).
 */
export type CamelName<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? Tail extends `${infer First}${infer Rest}`
    ? `${Head}${Uppercase<First>}${CamelName<Rest>}`
    : S
  : S

type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? string extends keyof T
      ? { [K in keyof T]: Camel<T[K]> }
      : { [K in keyof T as K extends string ? CamelName<K> : K]: Camel<T[K]> }
    : T

export type CamelOutput<S extends AnySchema> = Camel<z.output<S>>
export type CamelInput<S extends AnySchema> = Camel<z.input<S>>

export const camelName = (name: string) =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

interface Definition {
  type: string
  shape?: Record<string, AnySchema>
  element?: AnySchema
  innerType?: AnySchema
  valueType?: AnySchema
  options?: AnySchema[]
  in?: AnySchema
}

export const definitionOf = (schema: AnySchema) => schema._zod.def as unknown as Definition

type Direction = 'camel' | 'snake'

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const renameObject = (
  shape: Record<string, AnySchema>,
  value: Record<string, unknown>,
  to: Direction,
) => {
  const result: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(shape)) {
    const from = to === 'camel' ? name : camelName(name)
    if (!(from in value)) continue
    result[to === 'camel' ? camelName(name) : name] = rename(schema, value[from], to)
  }
  return result
}

const rename = (schema: AnySchema, value: unknown, to: Direction): unknown => {
  if (value === null || value === undefined) return value
  const definition = definitionOf(schema)
  if (definition.innerType) return rename(definition.innerType, value, to)
  if (definition.type === 'array' && Array.isArray(value))
    return value.map((item) => rename(definition.element!, item, to))
  if (definition.type === 'object' && isPlainObject(value))
    return renameObject(definition.shape!, value, to)
  if (definition.type === 'record' && isPlainObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, rename(definition.valueType!, item, to)]),
    )
  if (definition.type === 'union' && isPlainObject(value)) {
    const fitting = definition.options!.find((option) => fits(option, value, to))
    return fitting ? rename(fitting, value, to) : value
  }
  if (definition.type === 'union' && Array.isArray(value)) {
    const list = definition.options!.find((option) => definitionOf(option).type === 'array')
    return list ? rename(list, value, to) : value
  }
  return value
}

/** Chooses the option of a union whose shape has all names of the value. */
const fits = (schema: AnySchema, value: Record<string, unknown>, to: Direction) => {
  const { shape } = definitionOf(schema)
  if (!shape) return false
  const names = Object.keys(shape).map((name) => (to === 'camel' ? name : camelName(name)))
  return Object.keys(value).every((key) => names.includes(key))
}

export const toCamel = <S extends AnySchema>(schema: S, value: unknown) =>
  rename(schema, value, 'camel') as CamelOutput<S>

export const toSnake = <S extends AnySchema>(schema: S, value: CamelInput<S>) =>
  rename(schema, value, 'snake') as z.input<S>

/** Names that would become equal in camelCase; a test ensures that no contract has any. */
export const camelCollisions = (schema: AnySchema, path = ''): string[] => {
  const definition = definitionOf(schema)
  const inner = definition.innerType ?? definition.element ?? definition.valueType
  if (inner) return camelCollisions(inner, path)
  if (definition.options)
    return definition.options.flatMap((option) => camelCollisions(option, path))
  if (!definition.shape) return []
  const seen = new Map<string, string>()
  const found: string[] = []
  for (const [name, child] of Object.entries(definition.shape)) {
    const other = seen.get(camelName(name))
    if (other) found.push(`${path}.${other} and ${path}.${name}`)
    seen.set(camelName(name), name)
    found.push(...camelCollisions(child, `${path}.${name}`))
  }
  return found
}
