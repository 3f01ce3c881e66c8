import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '../app.ts'
import { isReadOnly } from './server-state.sql.ts'

/** For changes without an organization; those of members are refused before their handler runs. */
export const refuseWhileReadOnly = async (app: Pick<App, 'postgres'>) => {
  if (await isReadOnly(app.postgres)) throw new ApiError('read_only')
}
