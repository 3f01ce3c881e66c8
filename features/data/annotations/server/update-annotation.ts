import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { annotations } from '../contract.ts'
import {
  type AnnotationFields,
  type AnnotationRow,
  isAnnotationTaken,
  lockAnnotation,
  lockAnnotationsOf,
  updateAnnotation as update,
} from './annotations.sql.ts'
import { dateOf } from './date-of.ts'
import { duplicateAnnotation } from './duplicate-annotation.ts'
import { inTransaction } from './in-transaction.ts'
import { presentAnnotation } from './present-annotation.ts'
import { recordAnnotationChange } from './record-annotation-change.ts'

const differences = (from: AnnotationRow, to: AnnotationRow) => {
  const before = presentAnnotation(from)
  const after = presentAnnotation(to)
  return Object.fromEntries(
    (['date', 'note', 'sub_property_id'] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field], to: after[field] }]),
  )
}

export const updateAnnotation: Handlers<typeof annotations>['update'] = ({
  params,
  body,
  ...context
}) =>
  inTransaction(context, async (tenant) => {
    await lockAnnotationsOf(tenant)
    const current = await lockAnnotation(tenant, params.id)
    if (!current) throw notFound('annotation')
    const wanted: AnnotationFields = {
      date: body.date === undefined ? current.date : dateOf(body.date),
      note: body.note ?? current.note,
      sub_property_id:
        body.sub_property_id === undefined ? current.sub_property_id : body.sub_property_id || null,
    }
    if (await isAnnotationTaken(tenant, current.id, wanted)) throw duplicateAnnotation()
    const changed = await update(tenant, current.id, wanted)
    const detail = differences(current, changed)
    if (Object.keys(detail).length > 0)
      await recordAnnotationChange(context, tenant, 'updated', changed, detail)
    return { data: presentAnnotation(changed) }
  })
