import type { App } from '@playhead/server-kit/app.ts'
import { notifyDelivery } from '../queue.sql.ts'
import { findHolder } from './find-holder.ts'
import { listHeldIncidents, lockOpenIncident, setHolder } from './held-incidents.sql.ts'

/** Sends the opening of incidents that are still open when what held it back has ended. */
export const releaseOpenings = async ({ postgres, clock }: Pick<App, 'postgres' | 'clock'>) => {
  for (const { holders, ...held } of await listHeldIncidents(postgres)) {
    const found = await findHolder(postgres, held, clock.now())
    if (found && holders.every((id) => id === found.id)) continue
    await postgres.transaction(async (transaction) => {
      const incident = await lockOpenIncident(transaction, held.id)
      if (!incident) return
      const now = clock.now()
      const holder = await findHolder(transaction, incident, now)
      await setHolder(transaction, held.id, { holderId: holder?.id ?? null, now })
      if (!holder) await notifyDelivery(transaction)
    })
  }
}
