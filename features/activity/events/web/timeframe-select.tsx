import { Select } from '@playhead/ui/choices/select.tsx'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'

/** The values of `timeframe` in the address; without one, everything that is kept is listed. */
export const keptAliases = ['60:minutes', '24:hours', '7:days'] as const

const options = [
  { value: 'all', label: 'Last 30 days' },
  { value: '7:days', label: 'Last 7 days' },
  { value: '24:hours', label: 'Last 24 hours' },
  { value: '60:minutes', label: 'Last 60 minutes' },
] as const

export const TimeframeSelect = ({ allLabel }: { allLabel?: string }) => {
  const given = useSearchValue('timeframe')
  const setSearch = useSetSearch()
  const known = keptAliases.find((alias) => alias === given)
  return (
    <Select
      label="Timeframe"
      isLabelHidden
      value={known ?? 'all'}
      options={
        allLabel === undefined
          ? options
          : options.map((option) =>
              option.value === 'all' ? { ...option, label: allLabel } : option,
            )
      }
      onChange={(value) =>
        setSearch({ timeframe: value === 'all' ? undefined : value, page: undefined })
      }
    />
  )
}
