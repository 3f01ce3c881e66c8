import { formatNumber, unknownValue } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { AlertIcon, CheckIcon } from '@playhead/ui/icons/icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import type { LatencyMode } from '../../contract.ts'
import type { useAudience } from './use-audience.ts'
import type { HrefOfIncident } from './use-open-incidents.ts'

type Figure = number | null | undefined

interface TileProps {
  title: string
  value: Figure
  unit: string
  decimals: number
  /** Up to here the value is good, above the second it is poor. */
  limits: readonly [number, number]
  /** What is said instead of "Poor". */
  poorWord?: string
  note: string
  incidentHref: string | undefined
}

const Verdict = ({ value, limits: [good, poor], poorWord = 'Poor' }: TileProps) => {
  if (typeof value !== 'number') return null
  if (value <= good)
    return (
      <Badge tone="good" icon={<CheckIcon size={12} />}>
        Good
      </Badge>
    )
  return value <= poor ? (
    <Badge tone="warn" icon={<AlertIcon size={12} />}>
      {poorWord === 'Slow' ? 'Slow' : 'Fair'}
    </Badge>
  ) : (
    <Badge tone="bad" icon={<AlertIcon size={12} />}>
      {poorWord}
    </Badge>
  )
}

const Tile = (props: TileProps) => {
  const { title, value, unit, decimals, note, incidentHref } = props
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <strong>
          <span className="tabular-nums">
            {typeof value === 'number' ? (
              <>
                {formatNumber(value, decimals)}
                <small>{unit}</small>
              </>
            ) : (
              unknownValue
            )}
          </span>
          <Verdict {...props} />
        </strong>
        {note}
        {incidentHref !== undefined && (
          <Link href={incidentHref} className="block text-xs">
            Open incident
          </Link>
        )}
      </dd>
    </div>
  )
}

/** Seconds behind live; low latency aims at 2 to 3, standard at 12 to 18. */
const behindLimits = { low: [4, 12], reduced: [8, 14], standard: [22, 35] } as const

const times = (value: Figure, factor: number) =>
  typeof value === 'number' ? value * factor : value

/** `1 viewer`, `11,020 viewers` */
const counted = (count: number, word: string) =>
  `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`

/** What alerts and anomalies are found in. */
const measurements = {
  rebuffering: ['current-rebuffering-percentage', 'rebuffer_percentage'],
  startup: ['video_startup_time'],
  failures: ['playback-failure-percentage', 'playback_failure_percentage'],
  behind: ['live_stream_latency'],
} as const

interface QualityTilesProps {
  audience: ReturnType<typeof useAudience>
  latencyMode: LatencyMode
  incidentHref: HrefOfIncident
}

/** How it looks at the viewers' end. */
export const QualityTiles = ({
  audience: { rebuffering, startup, failures, behind },
  latencyMode,
  incidentHref,
}: QualityTilesProps) => (
  <dl className="live-tiles">
    <Tile
      title="Rebuffering"
      value={times(rebuffering && rebuffering.value, 100)}
      unit="%"
      decimals={2}
      limits={[1, 2]}
      note={
        rebuffering
          ? `Of ${counted(rebuffering.viewers, 'viewer')}, last minute`
          : 'Of the last minute'
      }
      incidentHref={incidentHref(measurements.rebuffering)}
    />
    <Tile
      title="Startup time"
      value={times(startup && startup.median, 0.001)}
      unit="s"
      decimals={2}
      limits={[2, 4]}
      poorWord="Slow"
      note={
        startup
          ? `Median of the last ${counted(startup.sum, 'start')}`
          : 'Median of the last starts'
      }
      incidentHref={incidentHref(measurements.startup)}
    />
    <Tile
      title="Failures"
      value={times(failures && failures.value, 100)}
      unit="%"
      decimals={2}
      limits={[1, 3]}
      note={
        failures
          ? `Of ${counted(failures.viewers, 'viewer')}, last minute`
          : 'Of viewers, last minute'
      }
      incidentHref={incidentHref(measurements.failures)}
    />
    <Tile
      title="Behind live"
      value={times(behind?.value, 0.001)}
      unit="s"
      decimals={1}
      limits={behindLimits[latencyMode]}
      poorWord="Slow"
      note={
        behind?.totalViews
          ? `Median of ${counted(behind.totalViews, 'view')} that ended within the hour`
          : 'Median of views that ended within the hour'
      }
      incidentHref={incidentHref(measurements.behind)}
    />
  </dl>
)
