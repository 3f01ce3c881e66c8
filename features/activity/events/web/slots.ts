import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { slot } from '@playhead/web-kit/slot.ts'
import type { events } from '../contract.ts'

export type EventDetail = CallResponse<typeof events.retrieve>['data']

/** A card on the page of an event. */
export const eventCard = slot<{ event: EventDetail }>()
