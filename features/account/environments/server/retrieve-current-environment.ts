import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { environments } from '../contract.ts'
import { presentEnvironment } from './present-environment.ts'

export const retrieveCurrentEnvironment: Handlers<typeof environments>['current'] = async ({
  environmentRow,
}) => {
  if (!environmentRow) throw new ApiError('invalid_environment')
  return { data: presentEnvironment(environmentRow) }
}
