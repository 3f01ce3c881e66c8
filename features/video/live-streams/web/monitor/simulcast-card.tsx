import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { failureOf, hostOf, nameOf } from '../simulcast/target-facts.ts'
import { TargetStatus } from '../simulcast/target-status.tsx'
import { useTries } from '../simulcast/use-tries.ts'
import type { PartProps } from '../slots.ts'

/** Only where there are targets; the tab adds them. */
export const SimulcastCard = ({ stream }: PartProps) => {
  const href = usePath()(`video/live-streams/${stream.id}/simulcast`)
  const targets = stream.simulcastTargets ?? []
  const tries = useTries(stream)
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
                {failureOf(target, tries.get(target.id)) ?? hostOf(target.url)}
              </span>
            </span>
            <TargetStatus target={target} tries={tries.get(target.id)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
