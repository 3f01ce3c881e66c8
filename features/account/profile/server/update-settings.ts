import { updateStarredDimensions } from '@playhead/features/account/sign-in/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import type { profile } from '../contract.ts'
import { findSettings } from './profile.sql.ts'

export const updateSettings: Handlers<typeof profile>['updateSettings'] = async ({
  app,
  session,
  body,
}) => {
  await refuseWhileReadOnly(app)
  const starred = [...new Set(body.settings.starred_dimensions)]
  await updateStarredDimensions(app.postgres, session.user_id, starred)
  return { data: await findSettings(app.postgres, session.user_id) }
}
