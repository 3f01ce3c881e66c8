import { formatNumber } from '@playhead/domain/format.ts'
import { SearchInput, TimeframeSelect } from '@playhead/features/activity/events/web'
import { Chip } from '@playhead/ui/badges/chip.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import type { LogList } from './use-logs.ts'

interface Facet {
  value: string
  label: string
  count: number
}

const classes = [
  { value: '2xx', label: 'Succeeded (2xx)' },
  { value: '4xx', label: 'Refused (4xx)' },
  { value: '5xx', label: 'Failed (5xx)' },
]

const withCount = ({ value, label, count }: Facet) => ({
  value,
  label: `${label} (${formatNumber(count)})`,
})

/** The chosen value stays a choice, also when no call has it any more. */
const options = (
  all: string,
  facets: readonly Facet[],
  chosen: string | undefined,
  more: { value: string; label: string }[] = [],
) => {
  const known = [...more, ...facets.map(withCount)]
  const isKnown = chosen === undefined || known.some(({ value }) => value === chosen)
  return [
    { value: 'all', label: all },
    ...known,
    ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
  ]
}

interface FilterSelectProps {
  logs: LogList
  name: 'status' | 'method' | 'route' | 'caller'
  label: string
  all: string
}

const FilterSelect = ({ logs, name, label, all }: FilterSelectProps) => {
  const chosen = logs.filters[name]
  return (
    <Select
      label={label}
      isLabelHidden
      value={chosen ?? 'all'}
      options={options(all, logs.facets?.[name] ?? [], chosen, name === 'status' ? classes : [])}
      onChange={(value) => logs.setFilter(name, value === 'all' ? undefined : value)}
    />
  )
}

export const LogFilters = ({ logs }: { logs: LogList }) => {
  const { requestId } = logs.filters
  return (
    <>
      {requestId && (
        <Chip
          index={0}
          name="Request"
          removeLabel="Show the calls of all requests"
          onRemove={() => logs.setFilter('request_id', undefined)}
        >
          {requestId.slice(0, 8)}…
        </Chip>
      )}
      <SearchInput label="Find an id" placeholder="ID of a request or object" />
      <FilterSelect logs={logs} name="status" label="Status" all="Any status" />
      <FilterSelect logs={logs} name="method" label="Method" all="Any method" />
      <FilterSelect logs={logs} name="route" label="Path" all="Any path" />
      <FilterSelect logs={logs} name="caller" label="Caller" all="Any caller" />
      <TimeframeSelect />
    </>
  )
}
