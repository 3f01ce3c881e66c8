import { formatNumber, unknownValue } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { AlertIcon, CheckIcon } from '@playhead/ui/icons/icons.ts'
import type { LatencyMode } from '../../contract.ts'
import type { useAudience } from './use-audience.ts'

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
  const { title, value, unit, decimals, note } = props
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
      </dd>
    </div>
  )
}

/** Seconds behind live; low latency aims at 2 to 3, standard at 12 to 18. */
const behindLimits = { low: [4, 12], reduced: [8, 14], standard: [22, 35] } as const

const times = (value: Figure, factor: number) =>
  typeof value === 'number' ? value * factor : value

interface QualityTilesProps {
  audience: ReturnType<typeof useAudience>
  latencyMode: LatencyMode
}

/** How it looks at the viewers' end. */
export const QualityTiles = ({ audience, latencyMode }: QualityTilesProps) => (
  <dl className="live-tiles">
    <Tile
      title="Rebuffering"
      value={times(audience.rebuffering, 100)}
      unit="%"
      decimals={2}
      limits={[1, 2]}
      note="Of the last minute"
    />
    <Tile
      title="Startup time"
      value={times(audience.startupMs, 0.001)}
      unit="s"
      decimals={2}
      limits={[2, 4]}
      poorWord="Slow"
      note="Median of the last starts"
    />
    <Tile
      title="Failures"
      value={times(audience.failures, 100)}
      unit="%"
      decimals={2}
      limits={[1, 3]}
      note="Of viewers, last minute"
    />
    <Tile
      title="Behind live"
      value={times(audience.behindMs, 0.001)}
      unit="s"
      decimals={1}
      limits={behindLimits[latencyMode]}
      poorWord="Slow"
      note="Median of views that ended within the hour"
    />
  </dl>
)
