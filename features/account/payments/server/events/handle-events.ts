import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Schedule } from '@playhead/server-kit/feature.ts'
import { noteAnswer } from '../charges/note-answer.ts'
import { findPaymentOf } from '../charges/payments.sql.ts'
import type { CollectingProvider, ProviderState } from '../provider/provider.ts'
import { collects, providerOf } from '../provider/provider-of.ts'
import {
  deleteEventsHandledBefore,
  type EventRow,
  listWaitingEvents,
  setEventHandled,
} from './provider-events.sql.ts'

/** Events of other servers that use the same account may be about payments that this one has no access to. */
const stateOfSubject = async (
  provider: CollectingProvider,
  subject: string,
): Promise<ProviderState | undefined> => {
  try {
    return await provider.stateOf(subject)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_parameters') return undefined
    throw error
  }
}

/**
 * The event says only that something changed: the provider is asked for the state, so that order and repetition do not
 * matter. A payment is found by its id at the provider or, where that is not stored yet, by the id of its row.
 */
const handle = async (app: App, provider: CollectingProvider, subject: string) => {
  const { postgres } = app
  const known = await findPaymentOf(postgres, provider.name, { providerId: subject })
  const state = await stateOfSubject(provider, subject)
  if (!state) return
  if (known) return noteAnswer(app, known, state)
  const { paymentId } = state
  const tagged =
    paymentId === null ? undefined : await findPaymentOf(postgres, provider.name, { paymentId })
  if (!tagged) return
  // The payment in a link changed: the state of the link counts.
  const { provider_id: link } = tagged
  await noteAnswer(app, tagged, link === null ? state : await provider.stateOf(link))
}

/** Handled again, an event changes nothing. */
export const handleEvent = async (
  app: App,
  provider: CollectingProvider,
  { id, subject }: EventRow,
) => {
  if (subject !== null) await handle(app, provider, subject)
  await setEventHandled(app.postgres, provider.name, { id, now: app.clock.now() })
}

const handledAtOnce = 100

/** What was not handled when it came in. One that fails does not hinder the others; the next run tries it again. */
export const handleEvents = async (app: App, signal?: AbortSignal) => {
  const provider = await providerOf(app)
  if (!collects(provider)) return
  for (const event of await listWaitingEvents(app.postgres, provider.name, handledAtOnce)) {
    if (signal?.aborted) return
    await handleEvent(app, provider, event).catch((error: unknown) =>
      app.log.warn('an event of the payment provider could not be handled', {
        event: event.id,
        error,
      }),
    )
  }
}

export const runEvents: Schedule = {
  name: 'payments: handle events',
  everySeconds: 60,
  run: handleEvents,
}

/** Providers repeat an event for some days, and on request for a month. */
const keptMs = 40 * 86_400_000

export const clearEvents: Schedule = {
  name: 'payments: clear events',
  everySeconds: 86_400,
  run: async ({ postgres, clock }) => {
    await deleteEventsHandledBefore(postgres, new Date(clock.now().getTime() - keptMs))
  },
}
