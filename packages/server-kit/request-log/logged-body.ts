import type { AnySchema } from '@playhead/contract-kit/endpoint.ts'
import { hiddenSecret, schemaParts } from '@playhead/contract-kit/schema-parts.ts'

/** Longer bodies are cut; a cut one ends with an ellipsis, which JSON never does. */
export const bodyMaxLength = 8192
const depthMax = 32

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Addresses often carry a signature in their query, or a name and password before their host. */
const withoutQuery = (text: string) =>
  /^[a-z][a-z\d+.-]*:\/\//i.test(text)
    ? text.replace(/:\/\/[^/?#@]*@/, '://').replace(/[?#].*$/s, `?${hiddenSecret}`)
    : text

type Parts = ReturnType<typeof schemaParts>

class Walk {
  /** Characters that may still be kept: a list of a million rows is not walked to its end. */
  #left = 2 * bodyMaxLength

  keep(schemas: readonly AnySchema[], value: unknown, depth = 0): unknown {
    if (value === null || value === undefined) return value
    const parts = schemaParts(schemas)
    if (parts.isSecret) return hiddenSecret
    if (this.#left <= 0 || depth > depthMax) return undefined
    if (Array.isArray(value))
      return parts.elements.length === 0 ? undefined : this.#list(parts.elements, value, depth)
    if (isObject(value)) return this.#object(parts, value, depth)
    return parts.isAnything ? undefined : this.#scalar(value)
  }

  #list(elements: readonly AnySchema[], value: readonly unknown[], depth: number) {
    const kept: unknown[] = []
    for (const item of value) {
      if (this.#left <= 0) break
      kept.push(this.keep(elements, item, depth + 1))
    }
    return kept
  }

  #object({ fieldsOf }: Parts, value: Record<string, unknown>, depth: number) {
    const kept: Record<string, unknown> = {}
    for (const [name, item] of Object.entries(value)) {
      const schemas = fieldsOf(name)
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
