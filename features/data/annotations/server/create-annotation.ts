import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { annotations } from '../contract.ts'
import { insertAnnotation, lockAnnotationsOf } from './annotations.sql.ts'
import { dateOf } from './date-of.ts'
import { duplicateAnnotation } from './duplicate-annotation.ts'
import { inTransaction } from './in-transaction.ts'
import { presentAnnotation } from './present-annotation.ts'
import { recordAnnotationChange } from './record-annotation-change.ts'

export const createAnnotation: Handlers<typeof annotations>['create'] = ({ body, ...context }) =>
  inTransaction(context, async (tenant) => {
    await lockAnnotationsOf(tenant)
    const created = await insertAnnotation(tenant, {
      date: dateOf(body.date),
      note: body.note,
      sub_property_id: body.sub_property_id || null,
    })
    if (!created) throw duplicateAnnotation()
    const data = presentAnnotation(created)
    await recordAnnotationChange(context, tenant, 'created', created, { date: data.date })
    return { data }
  })
