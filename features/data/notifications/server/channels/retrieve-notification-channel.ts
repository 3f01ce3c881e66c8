import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { notificationChannels } from '../../contract.ts'
import { presentChannel } from '../present-channel.ts'
import { requireChannel } from '../require-channel.ts'

export const retrieveNotificationChannel: Handlers<
  typeof notificationChannels
>['retrieve'] = async (context) => ({
  data: presentChannel(context, await requireChannel(context.environment, context.params.id)),
})
