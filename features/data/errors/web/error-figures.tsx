import type { ReactNode } from 'react'
import { formatNumber, formatPercent } from '@playhead/domain/format.ts'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { Time } from '@playhead/web-kit/times/time.tsx'
import type { ErrorRow } from './use-errors.ts'

const Figure = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-[110px]">
    <dt className="text-sm text-ink-3">{title}</dt>
    <dd className="flex min-h-[35px] items-center text-2xl leading-tight font-semibold tracking-[-0.025em] tabular-nums">
      {children}
    </dd>
  </div>
)

/** Count, share and last occurrence, and the standard meaning of the code. */
export const ErrorFigures = ({ error }: { error: ErrorRow | undefined }) => {
  const of = (value: ReactNode) => value ?? <Skeleton width={110} height={28} />
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3">
      <Figure title="Views with this error">{of(error && formatNumber(error.count))}</Figure>
      <Figure title="Of all views">{of(error && formatPercent(error.percentage, 2))}</Figure>
      <Figure title="Last seen">{of(error && <Time at={error.lastSeen} />)}</Figure>
      {error?.description && (
        <div className="max-w-[420px]">
          <dt className="text-sm text-ink-3">What it means</dt>
          <dd className="text-ink-2">{error.description}</dd>
        </div>
      )}
    </dl>
  )
}
