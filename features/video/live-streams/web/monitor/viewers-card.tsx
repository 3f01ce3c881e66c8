import { Sparkline } from '@playhead/charts/lines/sparkline.tsx'
import { formatNumber } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '@playhead/ui/icons/icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { useSlidingNumber } from '@playhead/ui/layout/use-sliding-number.ts'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import type { PartProps } from '../slots.ts'
import { QualityTiles } from './quality-tiles.tsx'
import { audienceFilter, useAudience, viewersOf } from './use-audience.ts'
import { useOpenIncidents } from './use-open-incidents.ts'

const Change = ({ change }: { change: number | undefined }) =>
  change !== undefined &&
  change !== 0 && (
    <span className="flex items-center gap-2 text-sm text-ink-3">
      <Badge icon={change > 0 ? <ArrowUpIcon size={12} /> : <ArrowDownIcon size={12} />}>
        <span className="tabular-nums">{formatNumber(Math.abs(change))}</span>
      </Badge>
      in 10 min
    </span>
  )

type Audience = ReturnType<typeof useAudience>

const Count = ({ viewers }: Pick<Audience, 'viewers'>) => {
  const steps = viewers.data?.data ?? []
  const { now, change } = viewersOf(steps)
  const shown = useSlidingNumber(now)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="text-3xl leading-tight font-semibold tracking-tight tabular-nums">
          {formatNumber(Math.round(shown ?? now))}
        </span>
        <Change change={change} />
      </p>
      <Sparkline
        label={`Viewers over the last 30 minutes, now ${formatNumber(now)}`}
        values={steps.map(({ concurrentViewers }) => concurrentViewers)}
        format={formatNumber}
        height={44}
        baseline="zero"
      />
    </>
  )
}

const MonitoringLink = ({ streamId }: { streamId: string }) => {
  const href = useScreenPath()('monitoring')
  return (
    href !== undefined && (
      <Link
        kind="quiet"
        className="text-sm"
        href={href + stringifySearch({ filters: [audienceFilter(streamId)] })}
      >
        View in Monitoring
      </Link>
    )
  )
}

const Viewers = ({ stream }: PartProps) => {
  const audience = useAudience(stream.id)
  const incidentHref = useOpenIncidents(stream.id)
  const { viewers } = audience
  return (
    <Card
      title="Viewers now"
      isFailing={viewers.isLoadingError}
      actions={<MonitoringLink streamId={stream.id} />}
    >
      {viewers.data ? (
        <Count viewers={viewers} />
      ) : viewers.isLoadingError ? (
        <FailedState message={viewers.error.message} onRetry={() => void viewers.refetch()} />
      ) : (
        <Loading label="Loading the viewers">
          <Skeleton height={90} />
        </Loading>
      )}
      <QualityTiles
        audience={audience}
        latencyMode={stream.latencyMode}
        incidentHref={incidentHref}
      />
    </Card>
  )
}

/** Only during a broadcast, and where the plan includes monitoring. */
export const ViewersCard = ({ stream }: PartProps) => {
  const { realtime } = useFlags()
  return realtime && stream.status === 'active' ? <Viewers stream={stream} /> : null
}
