import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import type { events } from '../../contract.ts'

export type ActivityEvent = CallResponse<typeof events.feed>['data'][number]
