import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { requireLiveStream } from '../on-live-stream.ts'
import { listTries } from './targets.sql.ts'

export const listSimulcastTries: Handlers<typeof liveStreams>['simulcastTries'] = async ({
  environment,
  params,
}) => {
  const { id } = await requireLiveStream(environment, params.id)
  return { data: await listTries(environment, id) }
}
