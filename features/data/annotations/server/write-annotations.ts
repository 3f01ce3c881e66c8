import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { annotations } from '../contract.ts'
import {
  type AnnotationFields,
  type AnnotationRow,
  deleteAnnotation,
  insertAnnotation,
  isAnnotationTaken,
  lockAnnotation,
  lockAnnotationsOf,
  updateAnnotation as update,
} from './annotations.sql.ts'
import { presentAnnotation } from './present-annotation.ts'

type Write = Handlers<typeof annotations>
type Caller = EnvironmentContext & { request: RequestFacts }

const moment = (epochSeconds: number) => new Date(epochSeconds * 1000)

/** The dashboard reads the first text aloud, followed by " or duplicate annotation." METR-099, METR-100 */
const duplicate = () => {
  const sentence = 'This note stands at this moment already.'
  return new ApiError('invalid_parameters', {
    messages: ['Invalid annotation', sentence],
    fields: { note: [sentence] },
  })
}

const record = (
  { organization, caller, request }: Caller,
  { id, postgres }: Environment,
  happened: 'created' | 'updated' | 'deleted',
  annotation: AnnotationRow,
  detail: Record<string, unknown>,
) =>
  recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    action: `annotation.${happened}`,
    subjectId: annotation.id,
    subjectName: annotation.note,
    environmentId: id,
    detail,
  })

const inTransaction = <T>({ environment }: Caller, work: (tenant: Environment) => Promise<T>) =>
  environment.postgres.transaction((transaction) => work(within(environment, transaction)))

export const createAnnotation: Write['create'] = ({ body, ...context }) =>
  inTransaction(context, async (tenant) => {
    await lockAnnotationsOf(tenant)
    const created = await insertAnnotation(tenant, {
      date: moment(body.date),
      note: body.note,
      sub_property_id: body.sub_property_id || null,
    })
    if (!created) throw duplicate()
    const data = presentAnnotation(created)
    await record(context, tenant, 'created', created, { date: data.date })
    return { data }
  })

const differences = (from: AnnotationRow, to: AnnotationRow) => {
  const before = presentAnnotation(from)
  const after = presentAnnotation(to)
  return Object.fromEntries(
    (['date', 'note', 'sub_property_id'] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field], to: after[field] }]),
  )
}

export const updateAnnotation: Write['update'] = ({ params, body, ...context }) =>
  inTransaction(context, async (tenant) => {
    await lockAnnotationsOf(tenant)
    const current = await lockAnnotation(tenant, params.id)
    if (!current) throw notFound('annotation')
    const wanted: AnnotationFields = {
      date: body.date === undefined ? current.date : moment(body.date),
      note: body.note ?? current.note,
      sub_property_id:
        body.sub_property_id === undefined ? current.sub_property_id : body.sub_property_id || null,
    }
    if (await isAnnotationTaken(tenant, current.id, wanted)) throw duplicate()
    const changed = await update(tenant, current.id, wanted)
    const detail = differences(current, changed)
    if (Object.keys(detail).length > 0) await record(context, tenant, 'updated', changed, detail)
    return { data: presentAnnotation(changed) }
  })

export const removeAnnotation: Write['remove'] = ({ params, ...context }) =>
  inTransaction(context, async (tenant) => {
    const current = await lockAnnotation(tenant, params.id)
    if (!current) throw notFound('annotation')
    await deleteAnnotation(tenant, current.id)
    await record(context, tenant, 'deleted', current, { date: current.date.toISOString() })
    return undefined
  })
