import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

const LogSettingsRow = z.object({
  id: z.uuid(),
  name: z.string(),
  log_bodies: z.boolean(),
  log_every_call_until: z.date().nullable(),
})
export type LogSettingsRow = z.infer<typeof LogSettingsRow>

/** Admins open every environment of their organization. */
export const findLogSettings = (organization: Organization, id: string) =>
  organization.postgres.maybeRow(
    LogSettingsRow,
    sql`
    select id, name, log_bodies, log_every_call_until from environments
    where organization_id = ${organization.id} and id = ${id}`,
  )

export const writeLogSettings = (
  organization: Organization,
  { id, log_bodies, log_every_call_until }: Omit<LogSettingsRow, 'name'>,
) =>
  organization.postgres.run(sql`
    update environments set log_bodies = ${log_bodies}, log_every_call_until = ${log_every_call_until}
    where organization_id = ${organization.id} and id = ${id}`)
