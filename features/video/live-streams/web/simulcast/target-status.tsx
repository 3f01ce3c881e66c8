import { Badge } from '@playhead/ui/badges/badge.tsx'
import { AlertIcon, CheckIcon, ErrorIcon, RefreshIcon } from '@playhead/ui/icons/icons.ts'
import type { SimulcastTarget } from '../live-stream-facts.ts'
import type { Tries } from './use-tries.ts'

/** While the next try is on its way it has no time. */
const retryText = (tries: Tries | undefined) =>
  tries?.secondsLeft ? `Retrying in ${Math.ceil(tries.secondsLeft)} s` : 'Retrying'

/** After a `fatal` error nothing more is sent; a `normal` one is tried again by itself. */
export const TargetStatus = ({
  target: { status, errorSeverity },
  tries,
}: {
  target: SimulcastTarget
  tries: Tries | undefined
}) => {
  if (status === 'broadcasting')
    return (
      <Badge tone="good" icon={<CheckIcon size={12} />}>
        Broadcasting
      </Badge>
    )
  if (status === 'starting')
    return (
      <Badge tone="info" icon={<RefreshIcon size={12} />}>
        Starting
      </Badge>
    )
  if (status === 'errored')
    return errorSeverity === 'fatal' ? (
      <Badge tone="bad" icon={<ErrorIcon size={12} />}>
        Failed
      </Badge>
    ) : (
      <Badge tone="warn" icon={<AlertIcon size={12} />}>
        <span className="tabular-nums">{retryText(tries)}</span>
      </Badge>
    )
  return <Badge>Idle</Badge>
}
