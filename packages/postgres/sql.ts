import { makeSql, type SqlFragment as Fragment } from '@playhead/engine-kit/sql-fragment.ts'
import { TypeMismatch } from '@playhead/engine-kit/type-mismatch.ts'

export type SqlScalar = string | number | bigint | boolean | Date | Uint8Array | null
type Bound = SqlScalar | readonly SqlScalar[]

export type SqlFragment = Fragment<Bound, readonly Bound[]>
function bindScalar(value: unknown): SqlScalar {
  if (value === null || value instanceof Date || value instanceof Uint8Array) return value
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
    case 'number':
      return value
    default:
      throw new TypeMismatch(
        `A value of type ${typeof value} cannot be bound; use sql.json for objects.`,
      )
  }
}

const postgres = makeSql<Bound, Bound, readonly Bound[]>({
  bind: (value: unknown) => (Array.isArray(value) ? value.map(bindScalar) : bindScalar(value)),
  parameters: (values) => values,
  placeholder: (index) => `$${index + 1}`,
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
})

/** For json and jsonb columns; bound as text. */
function json(value: unknown): SqlFragment {
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeMismatch('This value has no JSON form.')
  return postgres.compose(['', '::jsonb'], [text])
}

export const sql = Object.assign(postgres.sql, { json })
