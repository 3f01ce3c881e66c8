import { z } from 'zod/mini'
import type { AnySchema } from './endpoint.ts'

/** Fields whose values only the response itself may show: the log of calls keeps dots in their place. */
export const secrets = z.registry<{ isSecret: true }>()

/**
 * Marks a field: `private_key: secret(z.string())`. It comes after checks, because a check makes another schema. A copy is
 * marked, because other fields may share the schema.
 */
export const secret = <S extends AnySchema>(schema: S): S =>
  (schema.clone() as AnySchema).register(secrets, { isSecret: true }) as S
