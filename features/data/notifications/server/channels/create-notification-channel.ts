import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { notificationChannels } from '../../contract.ts'
import { addChannel } from '../add-channel.ts'
import { presentChannel } from '../present-channel.ts'

export const createNotificationChannel: Handlers<typeof notificationChannels>['create'] = async (
  context,
) => {
  const { row, signingSecret } = await addChannel(context, context.body.notification_channel)
  return { data: { ...presentChannel(context, row), signing_secret: signingSecret } }
}
