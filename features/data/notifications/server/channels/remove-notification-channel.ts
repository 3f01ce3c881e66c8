import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { notificationChannels } from '../../contract.ts'
import { deleteChannel } from '../delete-channel.ts'

/** The handler of both forms. */
export const removeNotificationChannel: Handlers<typeof notificationChannels>['remove'] = async (
  context,
) => {
  await deleteChannel(context, context.params.id)
  return undefined
}
