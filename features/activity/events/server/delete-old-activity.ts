import { deleteEventsBefore } from '@playhead/server-kit/events/events.sql.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { activityDays } from '../contract.ts'

const portion = 5000

export const deleteOldActivity = async ({ postgres, clock }: App) => {
  const date = new Date(clock.now().getTime() - activityDays * 86_400_000)
  while ((await deleteEventsBefore(postgres, date, portion)) === portion);
}
