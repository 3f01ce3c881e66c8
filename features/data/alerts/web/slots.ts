import type { ChartMoment } from '@playhead/charts/chart-data.ts'
import { slot } from '@playhead/web-kit/slot.ts'
import type { Incident } from './incident-words.ts'

/** A card on the page of an incident. */
export const incidentCard = slot<{ incident: Incident }>()

export interface IncidentMomentsProps {
  incident: Incident
  /** Called with the moments whenever they change. */
  onMoments: (moments: readonly ChartMoment[]) => void
}

/** Finds moments for the chart of an incident; draws nothing. */
export const incidentMoments = slot<IncidentMomentsProps>()

export interface RuleChannelsProps {
  /** Null: all channels that take incidents of thresholds. */
  channelIds: readonly string[] | null
  /** Undefined where people only read it: then the part is a text. */
  onChange: ((channelIds: string[] | null) => void) | undefined
}

/** Of a rule: who is notified. */
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
