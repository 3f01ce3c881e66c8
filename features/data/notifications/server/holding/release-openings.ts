import type { App } from '@playhead/server-kit/app.ts'
import { notifyDelivery } from '../queue.sql.ts'
import { findHolder } from './find-holder.ts'
import { listHeldIncidents, lockOpenIncident, setHolder } from './held-incidents.sql.ts'

/** Sends the opening of incidents that are still open when what held it back has ended. */
export const releaseOpenings = async ({ postgres, clock }: Pick<App, 'postgres' | 'clock'>) => {
  for (const { id } of await listHeldIncidents(postgres))
    await postgres.transaction(async (transaction) => {
      const incident = await lockOpenIncident(transaction, id)
      if (!incident) return
      const now = clock.now()
      const holder = await findHolder(transaction, incident, now)
      await setHolder(transaction, id, { holderId: holder?.id ?? null, now })
      if (!holder) await notifyDelivery(transaction)
    })
}
