import { webhooksChannel } from '@playhead/server-kit/events/events.sql.ts'
import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { webhooks } from '../contract.ts'
import { failAbandoned } from './deliveries/claim.sql.ts'
import { createWebhook } from './create-webhook.ts'
import { deliverEvents } from './deliveries/deliver-events.ts'
import { listDeliveries } from './deliveries/list-deliveries.ts'
import { listEventAttempts } from './deliveries/list-event-attempts.ts'
import { listWebhooks } from './list-webhooks.ts'
import { removeWebhook } from './remove-webhook.ts'
import { resendDelivery } from './deliveries/resend-delivery.ts'
import { retrieveDelivery } from './deliveries/retrieve-delivery.ts'
import { retrieveWebhook } from './retrieve-webhook.ts'
import { sendTestEvent } from './deliveries/send-test-event.ts'
import { updateWebhook } from './update-webhook.ts'

const dayMs = 86_400_000

export const webhooksServer = feature('webhooks', {
  endpoints: [
    implement(webhooks, {
      list: listWebhooks,
      create: createWebhook,
      retrieve: retrieveWebhook,
      replace: updateWebhook,
      update: updateWebhook,
      remove: removeWebhook,
      eventAttempts: listEventAttempts,
      listDeliveries,
      retrieveDelivery,
      resend: resendDelivery,
      sendTest: sendTestEvent,
    }),
  ],
  schedules: [
    {
      name: 'webhooks: give up what waits for those that are off',
      everySeconds: 3600,
      run: async ({ postgres, clock }) =>
        void (await failAbandoned(postgres, new Date(clock.now().getTime() - dayMs))),
    },
  ],
  services: [{ name: 'webhooks', channel: webhooksChannel, start: (app) => deliverEvents(app) }],
})
