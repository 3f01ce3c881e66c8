import { ApiError } from '@playhead/contract-kit/errors.ts'
import { actorOfCaller } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { silenceLimits, type silences } from '../../contract.ts'
import { lockChannels } from '../notification-channels.sql.ts'
import { personIdOf } from '../record-holding-change.ts'
import { addSilence } from './add-silence.ts'
import { checkSilence, refuseEnded, silenceFields } from './silence-fields.ts'
import { countSilences } from './silences.sql.ts'

export const createSilence: Handlers<typeof silences>['createSilence'] = (context) => {
  const { app, environment, body } = context
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    await lockChannels(tenant)
    const fields = silenceFields(body.silence)
    await checkSilence(tenant, fields)
    refuseEnded(fields, app.clock.now())
    if ((await countSilences(tenant)) >= silenceLimits.perEnvironmentMax)
      throw new ApiError('invalid_parameters', {
        messages: [`An environment can have ${silenceLimits.perEnvironmentMax} silences.`],
      })
    const author = {
      actor: actorOfCaller(context.caller, context.request),
      userId: personIdOf(context),
      now: app.clock.now(),
    }
    return { data: await addSilence(context.organization, tenant, author, fields) }
  })
}
