import type { AnySchema } from '@playhead/contract-kit/endpoint.ts'
import { secrets } from '@playhead/contract-kit/secret.ts'

/** Longer bodies are cut; a cut one ends with an ellipsis, which JSON never does. */
export const bodyMaxLength = 8192
const hidden = '•••'
const depthMax = 32

interface Definition {
  type: string
  shape?: Record<string, AnySchema>
  element?: AnySchema
  innerType?: AnySchema
  valueType?: AnySchema
  options?: AnySchema[]
  in?: AnySchema
}

const definitionOf = (schema: AnySchema) => schema._zod.def as unknown as Definition

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Addresses often carry a signature in their query, or a name and password before their host. */
const withoutQuery = (text: string) =>
  /^[a-z][a-z\d+.-]*:\/\//i.test(text)
    ? text.replace(/:\/\/[^/?#@]*@/, '://').replace(/[?#].*$/s, `?${hidden}`)
    : text

/** Options of unions, and what is inside of wrappers. */
const flattened = (schema: AnySchema): AnySchema[] => {
  const { innerType, options, in: input } = definitionOf(schema)
  const inner = options ?? [innerType ?? input].filter((one) => one !== undefined)
  return [schema, ...inner.flatMap(flattened)]
}

class Walk {
  /** Characters that may still be kept: a list of a million rows is not walked to its end. */
  #left = 2 * bodyMaxLength

  keep(schemas: readonly AnySchema[], value: unknown, depth = 0): unknown {
    if (value === null || value === undefined) return value
    const all = schemas.flatMap(flattened)
    if (all.some((schema) => secrets.has(schema))) return hidden
    if (this.#left <= 0 || depth > depthMax) return undefined
    const definitions = all.map(definitionOf)
    if (Array.isArray(value)) {
      const elements = definitions.flatMap(({ element }) => element ?? [])
      return elements.length === 0 ? undefined : this.#list(elements, value, depth)
    }
    if (isObject(value)) return this.#object(definitions, value, depth)
    return definitions.some(({ type }) => type === 'unknown' || type === 'any')
      ? undefined
      : this.#scalar(value)
  }

  #list(elements: readonly AnySchema[], value: readonly unknown[], depth: number) {
    const kept: unknown[] = []
    for (const item of value) {
      if (this.#left <= 0) break
      kept.push(this.keep(elements, item, depth + 1))
    }
    return kept
  }

  #object(definitions: readonly Definition[], value: Record<string, unknown>, depth: number) {
    const kept: Record<string, unknown> = {}
    const values = definitions.flatMap(({ valueType }) => valueType ?? [])
    for (const [name, item] of Object.entries(value)) {
      const named = definitions.flatMap(({ shape }) =>
        shape && Object.hasOwn(shape, name) ? [shape[name]!] : [],
      )
      const schemas = [...named, ...values]
      if (schemas.length === 0 || this.#left <= 0) continue
      this.#left -= name.length
      const stored = this.keep(schemas, item, depth + 1)
      // Written as a property of its own, whatever the caller calls it.
      if (stored !== undefined)
        Object.defineProperty(kept, name, { value: stored, enumerable: true, configurable: true })
    }
    return kept
  }

  #scalar(value: unknown) {
    if (typeof value !== 'string') return value
    const kept = withoutQuery(value.slice(0, bodyMaxLength))
    this.#left -= kept.length
    return kept
  }
}

/**
 * The body as text for the log of calls: only fields that the contract declares, dots for its secrets, and addresses
 * without their query.
 */
export const loggedBody = (schema: AnySchema, value: unknown): string => {
  const kept = new Walk().keep([schema], value)
  if (kept === undefined) return ''
  const text = JSON.stringify(kept)
  return text.length > bodyMaxLength ? `${text.slice(0, bodyMaxLength).toWellFormed()}…` : text
}
