import { deleteLogsBefore } from '@playhead/server-kit/http/request-logs.sql.ts'
import { deleteEventsBefore } from '@playhead/server-kit/events/events.sql.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Database } from '@playhead/postgres/client.ts'

const keptDays = 30
const portion = 5000

const forget = async (
  remove: (postgres: Database, date: Date, limit: number) => Promise<number>,
  postgres: Database,
  date: Date,
) => {
  while ((await remove(postgres, date, portion)) === portion);
}

export const deleteOldActivity = async ({ postgres, clock }: App) => {
  const date = new Date(clock.now().getTime() - keptDays * 86_400_000)
  await forget(deleteEventsBefore, postgres, date)
  await forget(deleteLogsBefore, postgres, date)
}
