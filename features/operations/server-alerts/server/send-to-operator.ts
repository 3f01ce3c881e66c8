import type { App } from '@playhead/server-kit/app.ts'
import type { Message } from '@playhead/server-kit/messages/message.ts'
import {
  messageLimits,
  type Receiver,
  sendMessages,
} from '@playhead/server-kit/messages/send-messages.ts'
import { outboundFetch } from '@playhead/server-kit/outbound/outbound.ts'

/** The operator named these addresses, so they may be private. */
const fetch = outboundFetch({ openedAddresses: true }, messageLimits)

export const sendToOperator = (app: App, receiver: Receiver, message: Message) =>
  sendMessages(
    {
      mailer: app.mailer,
      fetch,
      pagerDutyUrl: app.settings.pagerDutyUrl,
      now: app.clock.now(),
    },
    receiver,
    [message],
  )
