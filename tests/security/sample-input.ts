import { z } from 'zod'
import { nothing } from '@playhead/contract-kit/define.ts'
import type { AnySchema, Endpoint } from '@playhead/contract-kit/endpoint.ts'
import { type ReferenceKind, references } from '@playhead/contract-kit/reference.ts'

interface Definition {
  type: string
  shape?: Record<string, AnySchema>
  element?: AnySchema
  innerType?: AnySchema
  options?: AnySchema[]
}

export const definitionOf = (schema: AnySchema) => schema._zod.def as unknown as Definition

interface Place {
  path: string[]
  schema: AnySchema
}

const isOptional = (schema: AnySchema) => z.safeParse(schema, undefined).success

/** Every named place of a schema, with the schema of its value. */
export const placesOf = (schema: AnySchema, path: string[] = []): Place[] => {
  if (schema === nothing) return []
  const { shape, innerType, element } = definitionOf(schema)
  const here = path.length > 0 ? [{ path, schema }] : []
  if (shape)
    return [
      ...here,
      ...Object.entries(shape).flatMap(([name, child]) => placesOf(child, [...path, name])),
    ]
  if (innerType && !references.get(schema)) {
    const inner = placesOf(innerType, path)
    return inner.length > 0 ? inner : here
  }
  return element && references.get(element)
    ? [...here, { path: [...path, '0'], schema: element }]
    : here
}

export const referencesOf = (schema: AnySchema): (Place & { kind: ReferenceKind })[] =>
  placesOf(schema).flatMap((place) => {
    const reference = references.get(place.schema)
    return reference ? [{ ...place, kind: reference.kind }] : []
  })

const formatOf = (schema: AnySchema) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).format

/** UUIDs that do not say which kind of object they refer to. */
export const plainIdsOf = (schema: AnySchema) =>
  placesOf(schema).filter(
    (place) => !references.get(place.schema) && formatOf(place.schema) === 'uuid',
  )

/** For a text that the schema does not restrict further. */
export const sampleText = 'Sample text'

const texts: Record<string, string> = {
  email: 'sweep@example.com',
  uri: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
  // In the future: an end in the past would be refused for that alone.
  'date-time': '2099-01-01T00:00:00.000Z',
  date: '2099-01-01',
}

/** A value the schema accepts; ids are those of the caller's own objects. */
export const sampleOf = (schema: AnySchema, own: Record<ReferenceKind, string>): unknown => {
  const reference = references.get(schema)
  if (reference) return own[reference.kind]
  const { type, shape, element, innerType, options } = definitionOf(schema)
  if (innerType) return sampleOf(innerType, own)
  if (shape)
    return Object.fromEntries(
      Object.entries(shape).map(([name, child]) => [name, sampleOf(child, own)]),
    )
  if (type === 'array')
    return z.safeParse(schema, []).success && !references.get(element!)
      ? []
      : [sampleOf(element!, own)]
  if (options) return sampleOf(options[0]!, own)
  if (type === 'record') return {}
  if (type === 'boolean') return false
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  if (type === 'number' || type === 'int') return Math.max(1, json.minimum ?? 1)
  if (json.enum) return json.enum[0]
  return texts[json.format ?? ''] ?? sampleText
}

/** A copy with one place replaced. */
export const replaced = (value: unknown, [name, ...rest]: string[], by: unknown): unknown => {
  if (name === undefined) return by
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? replaced(item, rest, by) : item))
  const object = (value ?? {}) as Record<string, unknown>
  return { ...object, [name]: replaced(object[name], rest, by) }
}

export const isRequired = (place: Place) => !isOptional(place.schema)

export const addressOf = ({ path }: Endpoint, params: Record<string, string>, query = '') =>
  path.replaceAll(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(params[name]!)) + query
