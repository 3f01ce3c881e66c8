import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useFlags, useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import type { Rule } from '../rule-words.ts'
import { useIncidentPage } from '../use-incidents.ts'
import type { IncidentList } from './use-incident-list.ts'

const watchText = (count: number) =>
  count === 1 ? '1 rule watches this environment.' : `${count} rules watch this environment.`

/** Of those that were open before; nothing while there are none. */
const EndedIncidents = () => {
  const path = usePath()
  const count = useIncidentPage({ limit: 1 }).data?.totalRowCount ?? 0
  if (count === 0) return null
  return (
    <span className="block pt-1">
      <Link href={path('alerts/incidents?status=all')}>
        {count === 1 ? '1 incident has ended' : `${count} incidents have ended`}
      </Link>
    </span>
  )
}

interface NoIncidentsProps {
  incidents: IncidentList
  rules: readonly Rule[] | undefined
}

/** ALRT-019 for those who have made no rule yet. */
export const NoIncidents = ({ incidents, rules }: NoIncidentsProps) => {
  const path = usePath()
  const isAdmin = useIsAdmin()
  const { alertingV2 } = useFlags()
  if (incidents.isNarrowed || (incidents.status !== 'open' && incidents.status !== 'all'))
    return (
      <EmptyState
        title="No incidents found"
        action={<Button onClick={incidents.clear}>Clear filters</Button>}
      >
        No incidents match these filters.
      </EmptyState>
    )
  if (alertingV2 && rules?.length === 0)
    return (
      <EmptyState
        title="No alert rules yet"
        action={
          isAdmin && (
            <LinkButton kind="primary" href={path('alerts/rules/new')}>
              Create alert rule
            </LinkButton>
          )
        }
      >
        An alert rule opens an incident while a real-time metric is above or below its threshold.
        <EndedIncidents />
      </EmptyState>
    )
  const watching = rules?.filter(({ isEnabled }) => isEnabled).length
  if (alertingV2 && watching === 0)
    return (
      <EmptyState
        title="No alert rule is on"
        action={<LinkButton href={path('alerts/rules')}>Alert rules</LinkButton>}
      >
        {rules?.length === 1
          ? 'The rule of this environment is switched off'
          : `All ${rules?.length} rules of this environment are switched off`}
        , so none of its metrics opens an incident.
        <EndedIncidents />
      </EmptyState>
    )
  // Without rules nothing may be watched, and then nothing is known to be right.
  const quiet = alertingV2 ? 'Nothing is wrong.' : 'No incidents are open'
  return (
    <EmptyState title={incidents.status === 'open' ? quiet : 'No incidents yet'}>
      {!alertingV2 && 'Alert rules are not part of this plan.'}
      {alertingV2 && watching !== undefined && watchText(watching)}
      {incidents.status === 'open' && <EndedIncidents />}
    </EmptyState>
  )
}
