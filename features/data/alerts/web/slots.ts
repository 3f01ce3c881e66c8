import { slot } from '@playhead/web-kit/slot.ts'
import type { Incident } from './incident-words.ts'

/** A card on the page of an incident. */
export const incidentCard = slot<{ incident: Incident }>()

export interface RuleChannelsProps {
  /** Null: all channels that take incidents of thresholds. */
  channelIds: readonly string[] | null
  onChange: (channelIds: string[] | null) => void
}

/** In the form of a rule: who is notified. */
export const ruleChannels = slot<RuleChannelsProps>()

export interface SilenceProps {
  breakdowns: readonly { name: string; value: string }[]
}

/** Beside the title of an incident: silences all incidents of its values. ALRT-038 */
export const silenceAction = slot<SilenceProps>()
