import type { CamelOutput } from '@playhead/contract-kit/case-seam.ts'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import type { events, RequestLog } from '../../contract.ts'

export type ActivityEvent = CallResponse<typeof events.feed>['data'][number]

/** A call of the API. */
export type ActivityCall = CamelOutput<typeof RequestLog>
