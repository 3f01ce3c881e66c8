import { z } from 'zod'
import { dimensionCategories } from '@playhead/metrics/dimension.ts'
import { customDimensionIds } from '@playhead/metrics/dimensions.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export const NamedRow = z.object({
  id: z.enum(customDimensionIds),
  display_name: z.string().nullable(),
  category: z.enum(dimensionCategories),
})
export type NamedRow = z.infer<typeof NamedRow>

const columns = sql`id, display_name, category`

export const listNamed = (environment: Environment) =>
  environment.postgres.rows(
    NamedRow,
    sql`select ${columns} from custom_dimensions where environment_id = ${environment.id}`,
  )

/** Serializes changes to the names of an environment. */
export const lockNames = (environment: Environment) =>
  environment.postgres.run(
    sql`select 1 from environments where id = ${environment.id} for no key update`,
  )

export const upsertNamed = (
  environment: Environment,
  { id, display_name: displayName, category }: NamedRow,
) =>
  environment.postgres.run(sql`
    insert into custom_dimensions (environment_id, ${columns})
    values (${environment.id}, ${id}, ${displayName}, ${category})
    on conflict (environment_id, id) do update
      set display_name = excluded.display_name, category = excluded.category`)
