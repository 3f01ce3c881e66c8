import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { silences } from '../../contract.ts'
import { recordHoldingChange } from '../record-holding-change.ts'
import { presentSilence } from './present-silence.ts'
import { deleteSilence, lockSilence } from './silences.sql.ts'

export const removeSilence: Handlers<typeof silences>['removeSilence'] = (context) => {
  const { app, environment, params } = context
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const before = await lockSilence(tenant, params.id)
    if (!before) throw notFound('silence')
    await deleteSilence(tenant, before.id)
    await recordHoldingChange(context, tenant, {
      action: 'silence.deleted',
      subjectId: before.id,
      subjectName: before.note,
      detail: { silence: presentSilence(before, app.clock.now()) },
    })
    return undefined
  })
}
