import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { environments } from '../contract.ts'
import { openEnvironment } from './open-environment.ts'
import { presentEnvironment } from './present-environment.ts'

export const retrieveEnvironment: Handlers<typeof environments>['retrieve'] = async ({
  params,
  ...context
}) => ({
  data: presentEnvironment(await openEnvironment(context, params.id)),
})
