import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { LiveStreamRow } from './row/live-stream-row.ts'

type Context = Pick<EnvironmentContext, 'organization' | 'caller'> & { request: RequestFacts }

export const recordLiveStreamChange = (
  { organization, caller, request }: Context,
  { id, postgres }: Environment,
  happened: 'deleted' | 'key_reset',
  stream: LiveStreamRow,
) =>
  recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    action: `live_stream.${happened}`,
    subjectId: stream.id,
    subjectName: stream.title ?? stream.id,
    environmentId: id,
  })
