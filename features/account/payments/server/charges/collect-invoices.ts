import type { App } from '@playhead/server-kit/app.ts'
import type { Schedule } from '@playhead/server-kit/feature.ts'
import { collects, providerOf } from '../provider/provider-of.ts'
import { insertPayment, listDueCharges, listRunning } from './payments.sql.ts'
import { settlePayment } from './settle-payment.ts'

/** A call takes about a second, and Stripe allows 25 a second in its sandbox. */
const settledAtOnce = 5

/**
 * Charges what is owed. Each payment is stored before the provider is called. After a crash, the next run repeats the call
 * with the same key.
 */
export const collectInvoices = async (app: App, signal?: AbortSignal) => {
  const provider = await providerOf(app)
  if (!collects(provider)) return
  const settleAll = async () => {
    const waiting = await listRunning(app.postgres, provider.name, app.clock.now())
    const settleSome = async () => {
      for (let payment = waiting.shift(); payment; payment = waiting.shift()) {
        if (signal?.aborted) return
        const { id } = payment
        // One that fails does not hinder the others; it is tried again with the next run.
        await settlePayment(app, provider, payment).catch((error: unknown) =>
          app.log.warn('a payment could not be processed', { payment: id, error }),
        )
      }
    }
    await Promise.all(Array.from({ length: settledAtOnce }, settleSome))
  }
  await settleAll()
  const now = app.clock.now()
  const due = await listDueCharges(app.postgres, provider.name, now)
  if (due.length === 0) return
  for (const invoice of due) await insertPayment(app.postgres, provider.name, invoice, now)
  await settleAll()
}

export const runCollection: Schedule = {
  name: 'payments: collect',
  everySeconds: 60,
  run: collectInvoices,
}
