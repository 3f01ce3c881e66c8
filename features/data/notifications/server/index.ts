import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { incidentListener } from '@playhead/features/data/alerts/server'
import { incidentNotifications, notificationChannels, notificationMethods } from '../contract.ts'
import { createNotificationChannel } from './channels/create-notification-channel.ts'
import { listNotificationChannels } from './channels/list-notification-channels.ts'
import { removeNotificationChannel } from './channels/remove-notification-channel.ts'
import { retrieveNotificationChannel } from './channels/retrieve-notification-channel.ts'
import { sendTestNotification } from './channels/send-test-notification.ts'
import { updateNotificationChannel } from './channels/update-notification-channel.ts'
import { listIncidentNotifications } from './list-incident-notifications.ts'
import { createNotificationMethod } from './methods/create-notification-method.ts'
import { listNotificationMethods } from './methods/list-notification-methods.ts'
import { retrieveNotificationMethod } from './methods/retrieve-notification-method.ts'
import { updateNotificationMethod } from './methods/update-notification-method.ts'
import { notificationsChannel } from './notification-channels.sql.ts'
import { queueNotifications } from './queue-notifications.ts'
import { failAbandoned } from './sending/claim.sql.ts'
import { deliverNotifications } from './sending/deliver-notifications.ts'

export { queueNotifications } from './queue-notifications.ts'

const dayMs = 86_400_000

export const notificationsServer = feature('notifications', {
  endpoints: [
    implement(notificationChannels, {
      list: listNotificationChannels,
      create: createNotificationChannel,
      retrieve: retrieveNotificationChannel,
      update: updateNotificationChannel,
      remove: removeNotificationChannel,
      sendTest: sendTestNotification,
    }),
    implement(notificationMethods, {
      list: listNotificationMethods,
      create: createNotificationMethod,
      retrieve: retrieveNotificationMethod,
      update: updateNotificationMethod,
      remove: removeNotificationChannel,
      sendTest: sendTestNotification,
    }),
    implement(incidentNotifications, { list: listIncidentNotifications }),
  ],
  schedules: [
    {
      name: 'notifications: give up what waits for channels that are off',
      everySeconds: 3600,
      run: async ({ postgres, clock }) =>
        void (await failAbandoned(postgres, new Date(clock.now().getTime() - dayMs))),
    },
  ],
  parts: [
    incidentListener({
      order: 10,
      changed: async (transaction, incident, change) =>
        void (await queueNotifications(transaction, incident, change)),
    }),
  ],
  services: [
    {
      name: 'notifications',
      channel: notificationsChannel,
      start: (app) => deliverNotifications(app),
    },
  ],
})
