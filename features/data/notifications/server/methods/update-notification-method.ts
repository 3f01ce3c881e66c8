import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { notificationMethods } from '../../contract.ts'
import { changeChannel } from '../change-channel.ts'
import { presentMethod } from '../present-channel.ts'

export const updateNotificationMethod: Handlers<
  typeof notificationMethods
>['updateMethod'] = async (context) => {
  const { row } = await changeChannel(
    context,
    context.params.id,
    context.body.notification_method.settings,
  )
  return { data: presentMethod(context, row) }
}
