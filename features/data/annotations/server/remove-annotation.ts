import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { annotations } from '../contract.ts'
import { deleteAnnotation, lockAnnotation } from './annotations.sql.ts'
import { inTransaction } from './in-transaction.ts'
import { recordAnnotationChange } from './record-annotation-change.ts'

export const removeAnnotation: Handlers<typeof annotations>['remove'] = ({ params, ...context }) =>
  inTransaction(context, async (tenant) => {
    const current = await lockAnnotation(tenant, params.id)
    if (!current) throw notFound('annotation')
    await deleteAnnotation(tenant, current.id)
    await recordAnnotationChange(context, tenant, 'deleted', current, {
      date: current.date.toISOString(),
    })
    return undefined
  })
