import {
  incidentCard,
  incidentMoments,
  ruleChannels,
  ruleSilence,
  silenceAction,
  silencedBy,
} from '@playhead/features/data/alerts/slots'

export const notificationsParts = [
  incidentCard({ order: 10, load: () => import('./incident-notifications-card.tsx') }),
  incidentMoments({ order: 10, load: () => import('./notified-moment-part.tsx') }),
  ruleChannels({ order: 10, load: () => import('./rule-channels-part.tsx') }),
  silenceAction({ order: 10, load: () => import('./silence-part.tsx') }),
  silencedBy({ order: 10, load: () => import('./silences/silenced-by-part.tsx') }),
  ruleSilence({ order: 10, load: () => import('./silences/rule-silence-part.tsx') }),
]
