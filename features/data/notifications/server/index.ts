import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { incidentListener } from '@playhead/features/data/alerts/server'
import {
  incidentNotificationRules,
  incidentNotifications,
  notificationChannels,
  notificationMethods,
  silences,
} from '../contract.ts'
import { createNotificationChannel } from './channels/create-notification-channel.ts'
import { listNotificationChannels } from './channels/list-notification-channels.ts'
import { removeNotificationChannel } from './channels/remove-notification-channel.ts'
import { retrieveNotificationChannel } from './channels/retrieve-notification-channel.ts'
import { rotateSigningSecret } from './channels/rotate-signing-secret.ts'
import { sendTestNotification } from './channels/send-test-notification.ts'
import { updateNotificationChannel } from './channels/update-notification-channel.ts'
import { queueChange } from './holding/queue-change.ts'
import { releaseOpenings } from './holding/release-openings.ts'
import { remind } from './holding/remind.ts'
import { listIncidentNotifications } from './list-incident-notifications.ts'
import { createNotificationMethod } from './methods/create-notification-method.ts'
import { listNotificationMethods } from './methods/list-notification-methods.ts'
import { retrieveNotificationMethod } from './methods/retrieve-notification-method.ts'
import { updateNotificationMethod } from './methods/update-notification-method.ts'
import { notificationsChannel } from './notification-channels.sql.ts'
import { createIncidentNotificationRule } from './rules/create-incident-notification-rule.ts'
import { listIncidentNotificationRules } from './rules/list-incident-notification-rules.ts'
import { muteIncidentNotificationRule } from './rules/mute-incident-notification-rule.ts'
import { removeIncidentNotificationRule } from './rules/remove-incident-notification-rule.ts'
import { retrieveIncidentNotificationRule } from './rules/retrieve-incident-notification-rule.ts'
import { unmuteIncidentNotificationRule } from './rules/unmute-incident-notification-rule.ts'
import { failAbandoned } from './sending/claim.sql.ts'
import { deliverNotifications } from './sending/deliver-notifications.ts'
import { createSilence } from './silences/create-silence.ts'
import { listSilences } from './silences/list-silences.ts'
import { removeSilence } from './silences/remove-silence.ts'
import { replaceSilence } from './silences/replace-silence.ts'
import { retrieveSilence } from './silences/retrieve-silence.ts'
import { updateSilence } from './silences/update-silence.ts'

export { queueNotifications } from './queue-notifications.ts'
export { addMailChannel } from './channels/add-mail-channel.ts'
export { switchOffMailTo } from './channels/switch-off-mail-to.ts'
export { addSilence } from './silences/add-silence.ts'

const dayMs = 86_400_000

export const notificationsServer = feature('notifications', {
  endpoints: [
    implement(notificationChannels, {
      list: listNotificationChannels,
      create: createNotificationChannel,
      retrieve: retrieveNotificationChannel,
      update: updateNotificationChannel,
      remove: removeNotificationChannel,
      rotateSecret: rotateSigningSecret,
      sendTest: sendTestNotification,
    }),
    implement(notificationMethods, {
      listMethods: listNotificationMethods,
      createMethod: createNotificationMethod,
      retrieveMethod: retrieveNotificationMethod,
      updateMethod: updateNotificationMethod,
      removeMethod: removeNotificationChannel,
      sendTestToMethod: sendTestNotification,
    }),
    implement(incidentNotifications, { listSent: listIncidentNotifications }),
    implement(silences, {
      listSilences,
      createSilence,
      retrieveSilence,
      replaceSilence,
      updateSilence,
      removeSilence,
    }),
    implement(incidentNotificationRules, {
      listRules: listIncidentNotificationRules,
      createRule: createIncidentNotificationRule,
      retrieveRule: retrieveIncidentNotificationRule,
      mute: muteIncidentNotificationRule,
      unmute: unmuteIncidentNotificationRule,
      removeRule: removeIncidentNotificationRule,
    }),
  ],
  schedules: [
    {
      name: 'notifications: give up what waits for channels that are off',
      everySeconds: 3600,
      run: async ({ postgres, clock }) =>
        void (await failAbandoned(postgres, new Date(clock.now().getTime() - dayMs))),
    },
    {
      name: 'notifications: send what was held back',
      everySeconds: 15,
      run: (app) => releaseOpenings(app),
    },
    {
      name: 'notifications: remind of open incidents',
      everySeconds: 60,
      run: (app) => remind(app),
    },
  ],
  parts: [
    incidentListener({
      order: 10,
      changed: queueChange,
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
