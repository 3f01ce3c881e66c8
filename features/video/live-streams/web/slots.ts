import { type PartOf, slot } from '@playhead/web-kit/slot.ts'
import type { LiveStream } from './live-stream-facts.ts'

export interface PartProps {
  stream: LiveStream
}

/** A tab of a live stream. `address` is the last part of its URL. LIVE-002 */
export const liveStreamTab = slot<PartProps, { address: string; title: string }>()
export type LiveStreamTab = PartOf<typeof liveStreamTab>

/** A card of the first tab. On narrow screens the cards of both columns are one, in their order. */
export const liveStreamCard = slot<PartProps, { column: 'wide' | 'narrow' }>()
export type LiveStreamCard = PartOf<typeof liveStreamCard>
