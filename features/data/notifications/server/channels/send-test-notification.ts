import type { Handlers } from '@playhead/server-kit/implement.ts'
import { takeAttempt } from '@playhead/server-kit/limits/attempts.ts'
import type { notificationChannels } from '../../contract.ts'
import { requireChannel } from '../require-channel.ts'
import { findEnvironmentName } from '../sending/claim.sql.ts'
import { sendTest } from '../sending/send-test.ts'

/** Tests go to addresses that nobody has confirmed, so nobody can be flooded with them. */
const testLimit = { kind: 'notification test', max: 30, windowMinutes: 10 }

/** The handler of both forms. */
export const sendTestNotification: Handlers<typeof notificationChannels>['sendTest'] = async ({
  app,
  environment,
  params,
}) => {
  const row = await requireChannel(environment, params.id)
  await takeAttempt(app, testLimit, environment.id)
  const started = performance.now()
  const outcome = await sendTest(app, row, {
    id: environment.id,
    organizationId: environment.organizationId,
    name: await findEnvironmentName(environment),
  })
  return {
    data: {
      delivered: outcome.isDelivered,
      status_code: outcome.statusCode ?? null,
      answer: outcome.answer ?? null,
      error: outcome.error ?? null,
      duration_ms: Math.round(performance.now() - started),
    },
  }
}
