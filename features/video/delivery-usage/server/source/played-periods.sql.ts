import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment, Organization } from '@playhead/server-kit/tenant.ts'

type Owner = Pick<Environment, 'id' | 'postgres'>

const Period = z.object({ from_hour: z.date(), until_hour: z.date().nullable() })
export type PlayedPeriod = z.infer<typeof Period>

/** In which hours deliveries are counted from views, the earliest first. */
export const listPlayedPeriods = ({ id, postgres }: Owner) =>
  postgres.rows(
    Period,
    sql`
    select from_hour, until_hour from played_periods where environment_id = ${id} order by from_hour`,
  )

const NamedRow = z.object({ id: z.uuid(), name: z.string() })

export const findEnvironmentName = (organization: Organization, id: string) =>
  organization.postgres.maybeRow(
    NamedRow,
    sql`
    select id, name from environments where organization_id = ${organization.id} and id = ${id}`,
  )

/** A change that has not taken effect is taken back: what counts in the hour before goes on. */
export const deleteChangeAt = async ({ id, postgres }: Owner, hour: Date) => {
  await postgres.run(
    sql`delete from played_periods where environment_id = ${id} and from_hour = ${hour}`,
  )
  await postgres.run(sql`
    update played_periods set until_hour = null where environment_id = ${id} and until_hour = ${hour}`)
}

export const beginPlayedPeriod = ({ id, postgres }: Owner, hour: Date) =>
  postgres.run(sql`insert into played_periods (environment_id, from_hour) values (${id}, ${hour})`)

export const endPlayedPeriod = ({ id, postgres }: Owner, hour: Date) =>
  postgres.run(sql`
    update played_periods set until_hour = ${hour} where environment_id = ${id} and until_hour is null`)
