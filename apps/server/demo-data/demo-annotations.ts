import { type IncidentKind, incidentsAround } from '@playhead/audience/world/incidents.ts'
import { badRelease } from '@playhead/audience/world/players.ts'

const dayMs = 86_400_000

/** The broken CDN has no note: it is there to be found. */
const notes: Partial<Record<IncidentKind, { from: string; to: string }>> = {
  bad_release: {
    from: `Web player ${badRelease} released`,
    to: `Web player ${badRelease} rolled back`,
  },
  origin_failure: { from: 'Origin failed', to: 'Origin restored' },
}

/** What the demo's people wrote down in these days. */
export const demoAnnotations = (now: number, days: number): { date: Date; note: string }[] =>
  Array.from({ length: days + 1 }, (_, daysAgo) => incidentsAround(now - daysAgo * dayMs))
    .flat()
    .flatMap(({ kind, from, to }) => {
      const words = notes[kind]
      return words
        ? [
            { date: new Date(from), note: words.from },
            { date: new Date(to), note: words.to },
          ]
        : []
    })
    .filter(({ date }) => date.getTime() < now && date.getTime() > now - days * dayMs)
