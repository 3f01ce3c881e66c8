import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { environments } from '../contract.ts'
import { clearAnalytics } from './clear-analytics.ts'
import { createEnvironmentCommand } from './create-environment-command.ts'
import { createEnvironment } from './create-environment.ts'
import { listEnvironmentUsers } from './list-environment-users.ts'
import { listEnvironments } from './list-environments.ts'
import { listLastDays } from './list-last-days.ts'
import { onboardingTopic } from './onboarding-topic.ts'
import { removeEnvironment } from './remove-environment.ts'
import { retrieveCurrentEnvironment } from './retrieve-current-environment.ts'
import { retrieveEnvironment } from './retrieve-environment.ts'
import { updateEnvironment } from './update-environment.ts'

export { addEnvironment } from './add-environment.ts'
export { environmentListener } from './environment-listener.ts'
export { advanceEnvironmentStatus } from './environments.sql.ts'
export { findLogSettings, type LogSettingsRow, writeLogSettings } from './log-settings.sql.ts'
export { presentEnvironment } from './present-environment.ts'

export const environmentsServer = feature('environments', {
  endpoints: [
    implement(environments, {
      list: listEnvironments,
      lastDay: listLastDays,
      create: createEnvironment,
      retrieve: retrieveEnvironment,
      update: updateEnvironment,
      change: updateEnvironment,
      remove: removeEnvironment,
      listUsers: listEnvironmentUsers,
      current: retrieveCurrentEnvironment,
    }),
  ],
  topics: [onboardingTopic],
  schedules: [{ name: 'environments: clear analytics', everySeconds: 15, run: clearAnalytics }],
  commands: [createEnvironmentCommand],
})
