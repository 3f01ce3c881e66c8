import { useQuery } from '@tanstack/react-query'
import { incidents } from '@playhead/features/data/incidents/contract'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { query } from '@playhead/web-kit/queries/query.ts'

const everyMs = 30_000
const limit = 100

/** The link to the newest open incident of one of these measurements; undefined without one. */
export type HrefOfIncident = (measurements: readonly string[]) => string | undefined

/** Of this live stream or of the whole environment: those of other videos say nothing of it. */
export const useOpenIncidents = (streamId: string): HrefOfIncident => {
  const path = useScreenPath()
  const { data } = useQuery({
    ...query(incidents.list, { query: { status: 'open', limit } }, { quiet: true }),
    refetchInterval: everyMs,
  })
  return (measurements) => {
    const found = data?.data.find(
      ({ measurement, breakdowns }) =>
        measurements.includes(measurement) &&
        breakdowns.every(({ name, value }) => name === 'live_stream_id' && value === streamId),
    )
    return found && path(`alerts/incidents/${found.type}/${found.id}`)
  }
}
