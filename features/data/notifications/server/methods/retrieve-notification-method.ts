import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { notificationMethods } from '../../contract.ts'
import { presentMethod } from '../present-channel.ts'
import { requireChannel } from '../require-channel.ts'

export const retrieveNotificationMethod: Handlers<
  typeof notificationMethods
>['retrieveMethod'] = async (context) => ({
  data: presentMethod(context, await requireChannel(context.environment, context.params.id)),
})
