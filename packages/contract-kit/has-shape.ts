import { definitionOf } from './case-seam.ts'
import type { AnySchema } from './endpoint.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether a value has the names and kinds of values that a schema declares; names beyond them do not matter. It reads
 * only what the browser has of a schema (docs/adr/0018), so it knows neither formats nor the words of an enum.
 */
export const hasShape = (schema: AnySchema, value: unknown): boolean => {
  const { type, shape, element, innerType, valueType, options } = definitionOf(schema)
  switch (type) {
    case 'optional':
    case 'default':
      return value === undefined || hasShape(innerType!, value)
    case 'nullable':
      return value === null || hasShape(innerType!, value)
    case 'object':
      return (
        isObject(value) &&
        Object.entries(shape!).every(([name, child]) => hasShape(child, value[name]))
      )
    case 'record':
      return isObject(value) && Object.values(value).every((item) => hasShape(valueType!, item))
    case 'array':
      return Array.isArray(value) && value.every((item) => hasShape(element!, item))
    case 'union':
      return options!.some((option) => hasShape(option, value))
    case 'string':
    case 'number':
    case 'boolean':
    case 'undefined':
      return typeof value === type
    case 'enum':
      return typeof value === 'string' || typeof value === 'number'
    default:
      return true
  }
}
