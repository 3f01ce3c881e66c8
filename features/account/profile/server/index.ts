import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { profile } from '../contract.ts'
import { retrieveSettings } from './retrieve-settings.ts'
import { updatePassword } from './update-password.ts'
import { updateSettings } from './update-settings.ts'
import { updateUser } from './update-user.ts'

export const profileServer = feature('profile', {
  endpoints: [
    implement(profile, {
      update: updateUser,
      change: updateUser,
      updatePassword,
      retrieveSettings,
      updateSettings,
    }),
  ],
})
