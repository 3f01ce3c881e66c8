import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const NameRow = z.object({ name: z.string() })

/** Empty when the environment was deleted in between. */
export const findEnvironmentName = async ({ id, postgres }: Environment) =>
  (await postgres.maybeRow(NameRow, sql`select name from environments where id = ${id}`))?.name ??
  ''
