import type { App } from '@playhead/server-kit/app.ts'
import { queueNotifications } from '../queue-notifications.ts'
import { findHolder } from './find-holder.ts'
import { listDueReminders } from './held-incidents.sql.ts'

/** Reminds of each incident that is open and not acknowledged, once a day. */
export const remind = async ({ postgres, clock }: Pick<App, 'postgres' | 'clock'>) => {
  const now = clock.now()
  for (const incident of await listDueReminders(postgres, now)) {
    const { id, environment_id: environmentId, number } = incident
    await postgres.transaction(async (transaction) => {
      const holder = await findHolder(transaction, incident, now)
      await queueNotifications(
        transaction,
        { id, environmentId, channelIds: null },
        'reminder',
        holder ? { number, heldBy: holder.id } : { number },
      )
    })
  }
}
