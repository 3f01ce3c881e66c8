import type { Metric } from '@playhead/metrics/metric.ts'
import { metricTree } from '@playhead/metrics/metric-tree.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { ChevronDownIcon } from '@playhead/ui/icons/icons.ts'
import { SearchableDropdown } from '@playhead/ui/menus/searchable-dropdown.tsx'
import { measurementsOf } from './metric-choice.ts'

interface MetricMenuProps {
  selected: MetricId
  onSelect: (metric: MetricId) => void
}

/** METR-017 */
const BetaPill = () => <Badge tone="info">BETA</Badge>

const itemOf = (id: MetricId) => {
  const metric: Metric = metrics[id]
  return {
    id,
    label: metric.title,
    keywords: `${id.replaceAll('_', ' ')} ${measurementsOf(metric).join(' ')}`,
    ...(metric.isBeta && { badge: <BetaPill /> }),
  }
}

const groups = metricTree.map(({ group, title, metric, items }) => ({
  id: group,
  title,
  items: [...(metric ? [metric] : []), ...items].map(itemOf),
}))

/** The name of the metric, which opens the list of metrics. */
export const MetricMenu = ({ selected, onSelect }: MetricMenuProps) => {
  const metric: Metric = metrics[selected]
  return (
    <h2 className="flex items-center gap-2">
      <SearchableDropdown
        label="Metrics"
        items={groups}
        selectedId={selected}
        onSelect={(id) => onSelect(id as MetricId)}
        noResultsText="No metric has this name."
        width={320}
        trigger={
          <button
            type="button"
            className="-mx-1 inline-flex cursor-pointer items-center gap-[7px] rounded-sm px-1 text-left text-lg font-semibold tracking-[-0.01em]"
          >
            {metric.title}
            <ChevronDownIcon size={15} />
          </button>
        }
      />
      {metric.isBeta && <BetaPill />}
    </h2>
  )
}
