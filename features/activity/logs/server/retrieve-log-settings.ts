import { notFound } from '@playhead/contract-kit/errors.ts'
import { findLogSettings } from '@playhead/features/account/environments/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { logs } from '../contract.ts'
import { presentLogSettings } from './present-log-settings.ts'

export const retrieveLogSettings: Handlers<typeof logs>['settings'] = async ({
  app,
  organization,
  params,
}) => {
  const found = await findLogSettings(organization, params.id)
  if (!found) throw notFound('environment')
  return { data: presentLogSettings(found, app.clock.now()) }
}
