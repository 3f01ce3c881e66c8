import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@playhead/domain/format.ts'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { logs } from '../contract.ts'

type Summary = CallResponse<typeof logs.summary>['data']
type Hour = Summary['hours'][number]

const refreshMs = 30_000

const kinds = [
  { name: 'failed', label: 'Failed', status: '5xx', fill: 'var(--bad)' },
  { name: 'refused', label: 'Refused', status: '4xx', fill: 'var(--warn)' },
  { name: 'succeeded', label: 'Succeeded', status: '2xx', fill: 'var(--good)' },
] as const

const hourText = (at: string) =>
  new Date(at).toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

const countsText = (hour: Hour) =>
  kinds.map(({ name, label }) => `${formatNumber(hour[name])} ${label.toLowerCase()}`).join(', ')

const sumOf = (hours: readonly Hour[], name: (typeof kinds)[number]['name']) =>
  hours.reduce((sum, hour) => sum + hour[name], 0)

const Bars = ({ hours }: { hours: readonly Hour[] }) => {
  const most = Math.max(
    1,
    ...hours.map(({ failed, refused, succeeded }) => failed + refused + succeeded),
  )
  return (
    <figure
      aria-label={`Calls of the last 24 hours: ${kinds.map(({ name, label }) => `${formatNumber(sumOf(hours, name))} ${label.toLowerCase()}`).join(', ')}`}
      className="flex h-[56px] items-end gap-[3px] border-b border-line"
    >
      {hours.map((hour) => (
        <div
          key={hour.at}
          title={`${hourText(hour.at)}: ${countsText(hour)}`}
          className="flex h-full min-w-0 flex-1 flex-col justify-end"
        >
          {kinds.map(({ name, fill }) => (
            <div
              key={name}
              style={{
                background: fill,
                // One refused call of a thousand must be seen.
                height: hour[name] === 0 ? 0 : `max(2px, ${(hour[name] / most) * 100}%)`,
              }}
            />
          ))}
        </div>
      ))}
    </figure>
  )
}

const Legend = ({ hours }: { hours: readonly Hour[] }) => {
  const path = usePath()
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {kinds.toReversed().map(({ name, label, status, fill }) => (
        <li key={name} className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className="rounded-sm"
            style={{ background: fill, width: 10, height: 10 }}
          />
          <Link href={path(`activity/logs?status=${status}&timeframe=24:hours`)}>
            <span className="tabular-nums">{formatNumber(sumOf(hours, name))}</span>{' '}
            {label.toLowerCase()}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const Refusals = ({ refusals }: { refusals: Summary['refusals'] }) => {
  const path = usePath()
  return (
    <ul className="grid gap-1 text-sm">
      {refusals.map(({ caller, status, message, count }) => (
        <li key={`${caller.id} ${status} ${message}`}>
          <Link
            href={path(`activity/logs?caller=${caller.id}&status=${status}&timeframe=24:hours`)}
          >
            {formatNumber(count)} calls of “{caller.name}”{' '}
            {status < 500 ? 'were refused' : 'failed'}
          </Link>{' '}
          <span className="text-ink-2">
            ({status}): {message}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A failing program is seen without opening a row. */
export const LogSummary = () => {
  const summary = useQuery({
    ...query(logs.summary, {}, { quiet: true }),
    refetchInterval: refreshMs,
  })
  if (summary.isLoadingError)
    return (
      <Card title="Last 24 hours" isFailing>
        <FailedState
          message={summary.error.message}
          isRetrying={summary.isFetching}
          onRetry={() => void summary.refetch()}
        />
      </Card>
    )
  const data = summary.data?.data
  return (
    <Card title="Last 24 hours">
      {data ? (
        <div className="grid gap-3">
          <Bars hours={data.hours} />
          <Legend hours={data.hours} />
          {data.refusals.length > 0 && <Refusals refusals={data.refusals} />}
        </div>
      ) : (
        <Skeleton height={90} />
      )}
    </Card>
  )
}
