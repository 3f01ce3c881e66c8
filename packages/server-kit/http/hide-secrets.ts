import type { AnySchema } from '@playhead/contract-kit/endpoint.ts'
import { hiddenSecret, schemaParts } from '@playhead/contract-kit/schema-parts.ts'

const hide = (schemas: readonly AnySchema[], value: unknown): unknown => {
  if (value === null || value === undefined) return value
  const { isSecret, elements, fieldsOf } = schemaParts(schemas)
  if (isSecret) return hiddenSecret
  if (Array.isArray(value)) return value.map((item) => hide(elements, item))
  if (typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, hide(fieldsOf(name), item)]),
  )
}

/** A response that has passed its schema, with dots for what the contract calls a secret. */
export const hideSecrets = (schema: AnySchema, answer: unknown) => hide([schema], answer)
