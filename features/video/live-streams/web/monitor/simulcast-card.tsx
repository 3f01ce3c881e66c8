import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { hostOf, nameOf } from '../simulcast/target-facts.ts'
import { TargetStatus } from '../simulcast/target-status.tsx'
import type { PartProps } from '../slots.ts'

/** Only where there are targets; the tab adds them. */
export const SimulcastCard = ({ stream }: PartProps) => {
  const href = usePath()(`video/live-streams/${stream.id}/simulcast`)
  const targets = stream.simulcastTargets ?? []
  if (targets.length === 0) return null
  const count = targets.filter(({ status }) => status === 'broadcasting').length
  return (
    <Card
      title="Simulcast"
      actions={
        <Link kind="quiet" href={href} className="text-sm">
          {count} of {targets.length} broadcasting
        </Link>
      }
    >
      <ul className="live-rows">
        {targets.map((target) => (
          <li key={target.id}>
            <span className="min-w-0">
              <span className="block truncate font-medium">{nameOf(target)}</span>
              <span className="block text-xs break-words text-ink-3">
                {target.errorMessage ?? hostOf(target.url)}
              </span>
            </span>
            <TargetStatus target={target} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
