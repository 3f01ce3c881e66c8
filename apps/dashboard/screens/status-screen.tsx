import { useQuery } from '@tanstack/react-query'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { Logo } from '@playhead/ui/icons/logo.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { type Part, type PartStatus, readiness, statusOf } from './readiness.ts'

const refreshMs = 15_000

const badges: Record<PartStatus, { tone: 'good' | 'warn' | 'bad'; label: string }> = {
  ready: { tone: 'good', label: 'Operational' },
  warning: { tone: 'warn', label: 'Needs attention' },
  'not ready': { tone: 'bad', label: 'Unavailable' },
}

const Parts = ({ parts }: { parts: Part[] }) => (
  <ul className="status-parts">
    {parts.map(({ name, status, detail }) => (
      <li key={name}>
        <span>{name}</span>
        {detail && <small>{detail}</small>}
        <Badge tone={badges[status].tone}>{badges[status].label}</Badge>
      </li>
    ))}
  </ul>
)

/** SHELL-069: the state of the server's parts. */
export const Screen = () => {
  const status = useQuery({
    queryKey: ['/readyz'],
    queryFn: ({ signal }) => readiness(signal),
    refetchInterval: refreshMs,
    retry: false,
  })
  return (
    <main id="main" className="status-page">
      <Link kind="plain" href="/" aria-label="Playhead dashboard">
        <Logo />
      </Link>
      <h1>Status</h1>
      <p aria-live="polite" className="status-summary">
        {statusOf(status)}
      </p>
      <Card isFlush>
        {status.isError ? (
          <FailedState
            title="The server does not answer"
            message="It may be starting, or the connection is lost."
            onRetry={() => void status.refetch()}
          />
        ) : status.data ? (
          <Parts parts={status.data.parts} />
        ) : (
          <div className="p-4">
            <SkeletonLines count={3} />
          </div>
        )}
      </Card>
    </main>
  )
}
