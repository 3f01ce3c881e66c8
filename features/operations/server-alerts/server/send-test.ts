import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { serverAlerts } from '../contract.ts'
import { testMessage } from './message-of-alert.ts'
import { sendToOperator } from './send-to-operator.ts'

export const sendTest: Handlers<typeof serverAlerts>['sendTest'] = async ({ app, params }) => {
  const receiver = app.settings.operatorChannels[Number(params.number) - 1]
  if (!receiver) throw notFound('channel')
  const started = performance.now()
  const message = testMessage(app.settings, app.clock.now())
  const outcome = await sendToOperator(app, receiver, message)
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
