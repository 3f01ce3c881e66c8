import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { profile } from '../contract.ts'
import { findSettings } from './profile.sql.ts'

/** ACCT-008 */
export const retrieveSettings: Handlers<typeof profile>['retrieveSettings'] = async ({
  app,
  session,
}) => ({ data: await findSettings(app.postgres, session.user_id) })
