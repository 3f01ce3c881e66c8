import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export const AnnotationRow = z.object({
  id: z.uuid(),
  date: z.date(),
  note: z.string(),
  sub_property_id: z.string().nullable(),
})
export type AnnotationRow = z.infer<typeof AnnotationRow>

export type AnnotationFields = Omit<AnnotationRow, 'id'>

const columns = sql`id, date, note, sub_property_id`

/** Both ends are inclusive: a note of this very second belongs to the last hour. */
interface Period {
  start: Date
  end: Date
}

const listed = (environment: Environment, period: Period | undefined) => sql`
  from annotations where environment_id = ${environment.id}
  ${period ? sql`and date between ${period.start} and ${period.end}` : sql.empty}`

const SummaryRow = z.object({
  count: z.number(),
  earliest: z.date().nullable(),
  latest: z.date().nullable(),
})

export const summarizeAnnotations = (environment: Environment, period: Period | undefined) =>
  environment.postgres.row(
    SummaryRow,
    sql`select count(*)::int as count, min(date) as earliest, max(date) as latest
    ${listed(environment, period)}`,
  )

const orders = { asc: sql`date, created_at, id`, desc: sql`date desc, created_at desc, id desc` }

export const listAnnotations = (
  environment: Environment,
  period: Period | undefined,
  direction: 'asc' | 'desc',
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    AnnotationRow,
    sql`
    select ${columns} ${listed(environment, period)}
    order by ${orders[direction]} limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findAnnotation = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    AnnotationRow,
    sql`select ${columns} from annotations where environment_id = ${environment.id} and id = ${id}`,
  )

/** Locked until the end of the transaction, so that the change and its audit entry agree. */
export const lockAnnotation = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    AnnotationRow,
    sql`
    select ${columns} from annotations where environment_id = ${environment.id} and id = ${id}
    for update`,
  )

/** Returns no row when the same note already exists at this time. */
export const insertAnnotation = (
  environment: Environment,
  { date, note, sub_property_id: subPropertyId }: AnnotationFields,
) =>
  environment.postgres.maybeRow(
    AnnotationRow,
    sql`
    insert into annotations (environment_id, date, note, sub_property_id)
    values (${environment.id}, ${date}, ${note}, ${subPropertyId})
    on conflict do nothing returning ${columns}`,
  )

export const isAnnotationTaken = async (
  environment: Environment,
  exceptId: string,
  { date, note, sub_property_id: subPropertyId }: AnnotationFields,
) =>
  (await environment.postgres.maybeRow(
    AnnotationRow,
    sql`
    select ${columns} from annotations
    where environment_id = ${environment.id} and id <> ${exceptId} and date = ${date}
      and note = ${note} and sub_property_id is not distinct from ${subPropertyId}`,
  )) !== undefined

/** Serializes writes of an environment; otherwise two concurrent requests could store the same note. */
export const lockAnnotationsOf = (environment: Environment) =>
  environment.postgres.run(
    sql`select 1 from environments where id = ${environment.id} for no key update`,
  )

export const updateAnnotation = (
  environment: Environment,
  id: string,
  { date, note, sub_property_id: subPropertyId }: AnnotationFields,
) =>
  environment.postgres.row(
    AnnotationRow,
    sql`
    update annotations set date = ${date}, note = ${note}, sub_property_id = ${subPropertyId}
    where environment_id = ${environment.id} and id = ${id} returning ${columns}`,
  )

export const deleteAnnotation = (environment: Environment, id: string) =>
  environment.postgres.run(
    sql`delete from annotations where environment_id = ${environment.id} and id = ${id}`,
  )
