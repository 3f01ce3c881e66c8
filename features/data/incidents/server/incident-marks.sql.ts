import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { incidentSeverities, incidentTypes, storedIncidentStatuses } from '../contract.ts'
import { type StoredIncidentRow, storedColumns, StoredRow } from './stored-incidents.sql.ts'

const MarkRow = z.object({
  id: z.uuid(),
  type: z.enum(incidentTypes),
  status: z.enum(storedIncidentStatuses),
  severity: z.enum(incidentSeverities),
  measurement: z.string(),
  description: z.string(),
  started_at: z.date(),
  resolved_at: z.date().nullable(),
})

export interface IncidentSpan {
  from: Date
  until: Date
}

const during = (environment: Environment, { from, until }: IncidentSpan) => sql`
  from incidents i
  where i.environment_id = ${environment.id} and i.started_at < ${until}::timestamptz
    and (i.resolved_at is null or i.resolved_at > ${from}::timestamptz)`

interface MarkFilter extends IncidentSpan {
  /** Undefined: all. */
  measurements?: string[] | undefined
  limit: number
}

/** The newest incidents that a time range touches. */
export const listIncidentMarks = (
  environment: Environment,
  { measurements, limit, ...span }: MarkFilter,
) =>
  environment.postgres.rows(
    MarkRow,
    sql`
    select i.id, i.type, i.status, i.severity, i.measurement, i.description, i.started_at, i.resolved_at
    ${during(environment, span)}
      ${measurements === undefined ? sql.empty : sql`and i.measurement = any(${measurements}::text[])`}
    order by i.started_at desc, i.id desc limit ${limit}`,
  )

/** Those with the most affected views come first. */
export const listWorstIncidents = (
  environment: Environment,
  { limit, ...span }: IncidentSpan & { limit: number },
): Promise<StoredIncidentRow[]> =>
  environment.postgres.rows(
    StoredRow,
    sql`
    select ${storedColumns} ${during(environment, span)}
    order by i.affected_views desc, i.started_at desc, i.id desc limit ${limit}`,
  )

export const countIncidents = async (environment: Environment, span: IncidentSpan) => {
  const { count } = await environment.postgres.row(
    z.object({ count: z.number() }),
    sql`select count(*)::int as count ${during(environment, span)}`,
  )
  return count
}
