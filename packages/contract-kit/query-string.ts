import type { AnySchema } from './endpoint.ts'

interface Definition {
  type: string
  shape?: Record<string, AnySchema>
  element?: AnySchema
  innerType?: AnySchema
}

const definitionOf = (schema: AnySchema) => schema._zod.def as unknown as Definition

const unwrap = (schema: AnySchema): AnySchema => {
  const { innerType } = definitionOf(schema)
  return innerType ? unwrap(innerType) : schema
}

/** Longer lists are refused instead of silently shortened. SHELL-126 */
export const queryListMax = 1000

const scalar = (schema: AnySchema, text: string): unknown => {
  const { type } = definitionOf(unwrap(schema))
  if ((type === 'number' || type === 'int') && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text)
  if (type === 'boolean') {
    if (text === 'true' || text === '1') return true
    if (text === 'false' || text === '0') return false
  }
  return text
}

/** Lists use brackets, `filters[]=a&filters[]=b`; the key without brackets is accepted too. */
export const readQuery = (schema: AnySchema, search: URLSearchParams): unknown => {
  const { shape } = definitionOf(schema)
  if (!shape) return undefined
  const result: Record<string, unknown> = {}
  for (const [name, child] of Object.entries(shape)) {
    const inner = unwrap(child)
    const { type, element } = definitionOf(inner)
    const texts = [...search.getAll(name), ...search.getAll(`${name}[]`)]
    if (texts.length === 0) continue
    result[name] =
      type === 'array' ? texts.map((text) => scalar(element!, text)) : scalar(child, texts.at(-1)!)
  }
  return result
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export const writeQuery = (query: Record<string, unknown> | undefined): URLSearchParams => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue
    if (!Array.isArray(value)) search.append(name, asText(value))
    else {
      if (value.length > queryListMax)
        throw new RangeError(`${name} takes at most ${queryListMax} values`)
      for (const item of value) search.append(`${name}[]`, asText(item))
    }
  }
  return search
}
