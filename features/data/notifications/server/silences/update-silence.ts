import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { silences } from '../../contract.ts'
import { recordHoldingChange } from '../record-holding-change.ts'
import { presentSilence } from './present-silence.ts'
import { changedSilence, checkSilence } from './silence-fields.ts'
import { lockSilence, updateSilence as updateRow } from './silences.sql.ts'

/** Also replaces: then every field is given. */
export const updateSilence: Handlers<typeof silences>['updateSilence'] = (context) => {
  const { app, environment, params, body } = context
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const before = await lockSilence(tenant, params.id)
    if (!before) throw notFound('silence')
    const fields = changedSilence(before, body.silence)
    await checkSilence(tenant, fields)
    const row = await updateRow(tenant, before.id, fields)
    const now = app.clock.now()
    const data = presentSilence(row, now)
    await recordHoldingChange(context, tenant, {
      action: 'silence.updated',
      subjectId: row.id,
      subjectName: row.note,
      detail: { silence: { from: presentSilence(before, now), to: data } },
    })
    return { data }
  })
}
