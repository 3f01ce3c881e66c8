import { Select } from '@playhead/ui/choices/select.tsx'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { statusLabel } from '../incident-words.ts'
import type { Rule } from '../rule-words.ts'
import type { IncidentList, ListedStatus, ListedType } from './use-incident-list.ts'

const statuses: { value: ListedStatus; label: string }[] = [
  { value: 'open', label: statusLabel.open },
  { value: 'closed', label: statusLabel.closed },
  { value: 'resolved', label: statusLabel.resolved },
  { value: 'expired', label: statusLabel.expired },
  { value: 'all', label: 'All statuses' },
]

const types: { value: ListedType; label: string }[] = [
  { value: 'all', label: 'All types' },
  { value: 'threshold', label: 'Threshold' },
  { value: 'anomaly', label: 'Anomaly' },
]

interface IncidentFiltersProps {
  incidents: IncidentList
  rules: readonly Rule[] | undefined
}

/** ALRT-003, ALRT-013 */
export const IncidentFilters = ({ incidents, rules = [] }: IncidentFiltersProps) => {
  const { alertingV2 } = useFlags()
  const { rule } = incidents
  const isListed = rules.some(({ id }) => id === rule)
  const ruleOptions = [
    { value: 'all', label: 'All rules' },
    ...(rule !== undefined && !isListed ? [{ value: rule, label: 'One rule' }] : []),
    ...rules.map(({ id, displayName }) => ({ value: id, label: displayName })),
  ]
  return (
    <>
      <Select
        label="Status"
        isLabelHidden
        value={incidents.status}
        options={statuses}
        onChange={incidents.setStatus}
      />
      <Select
        label="Type"
        isLabelHidden
        value={incidents.type ?? 'all'}
        options={types}
        onChange={incidents.setType}
      />
      {alertingV2 && (
        <div className="max-w-[260px]">
          <Select
            label="Rule"
            isLabelHidden
            value={rule ?? 'all'}
            options={ruleOptions}
            onChange={incidents.setRule}
          />
        </div>
      )}
    </>
  )
}
