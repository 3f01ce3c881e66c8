import { definitionOf } from './case-seam.ts'
import type { AnySchema } from './endpoint.ts'
import { secrets } from './secret.ts'

/** Options of unions, and what is inside of wrappers. */
const flattened = (schema: AnySchema): AnySchema[] => {
  const { innerType, options, in: input } = definitionOf(schema)
  const inner = options ?? [innerType ?? input].filter((one) => one !== undefined)
  return [schema, ...inner.flatMap(flattened)]
}

/** What a value of any of the schemas may consist of. */
export const schemaParts = (schemas: readonly AnySchema[]) => {
  const all = schemas.flatMap(flattened)
  const definitions = all.map(definitionOf)
  const values = definitions.flatMap(({ valueType }) => valueType ?? [])
  return {
    isSecret: all.some((schema) => secrets.has(schema)),
    isAnything: definitions.some(({ type }) => type === 'unknown' || type === 'any'),
    elements: definitions.flatMap(({ element }) => element ?? []),
    fieldsOf: (name: string) => [
      ...definitions.flatMap(({ shape }) =>
        shape && Object.hasOwn(shape, name) ? [shape[name]!] : [],
      ),
      ...values,
    ],
  }
}

/** What stands in the place of a secret. */
export const hiddenSecret = '•••'
