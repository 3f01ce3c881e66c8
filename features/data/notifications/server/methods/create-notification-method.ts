import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { notificationMethods } from '../../contract.ts'
import { addChannel } from '../add-channel.ts'
import { presentMethod } from '../present-channel.ts'

export const createNotificationMethod: Handlers<
  typeof notificationMethods
>['createMethod'] = async (context) => {
  const { row } = await addChannel(context, context.body.notification_method.settings)
  return { data: presentMethod(context, row) }
}
