import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { notificationMethods } from '../../contract.ts'
import { countChannels, listChannels } from '../notification-channels.sql.ts'
import { presentMethod } from '../present-channel.ts'

export const listNotificationMethods: Handlers<typeof notificationMethods>['listMethods'] = async (
  context,
) => {
  const { environment, query } = context
  const [count, rows] = await Promise.all([
    countChannels(environment),
    listChannels(environment, query),
  ])
  return {
    data: rows.map((row) => presentMethod(context, row)),
    total_row_count: count,
    ...query,
  }
}
