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
  /** Of the incident's rule; left out where only its values can be silenced. */
  ruleId?: string | null
}

/** Beside the title of an incident: silences all incidents of its values. ALRT-038 */
export const silenceAction = slot<SilenceProps>()

export interface SilencedByProps {
  incident: Incident
  /** In a row of a list. */
  isShort?: boolean
}

/** Says whether an incident is silenced, and by what. */
export const silencedBy = slot<SilencedByProps>()

export interface RuleSilenceProps {
  ruleId: string
  onClose: () => void
}

/** A dialog that silences a rule for a time. */
export const ruleSilence = slot<RuleSilenceProps>()
