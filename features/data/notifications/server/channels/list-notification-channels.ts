import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { notificationChannels } from '../../contract.ts'
import { countChannels, listChannels } from '../notification-channels.sql.ts'
import { presentChannel } from '../present-channel.ts'

export const listNotificationChannels: Handlers<typeof notificationChannels>['list'] = async (
  context,
) => {
  const { environment, query } = context
  const [count, rows] = await Promise.all([
    countChannels(environment),
    listChannels(environment, query),
  ])
  return {
    data: rows.map((row) => presentChannel(context, row)),
    total_row_count: count,
    ...query,
  }
}
