import { useMemo } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { Dropdown } from './dropdown.tsx'
import { FilterList } from './filter-list.tsx'
import type { FilterListGroup, FilterListItem } from './filter-list.tsx'

export const filterPlaceholder = 'Filter by name'

interface SearchableDropdownProps {
  trigger: ReactElement
  label: string
  items: readonly (FilterListItem | FilterListGroup)[]
  selectedId?: string | null
  onSelect?: (id: string) => void
  noResultsText: string
  footer?: ReactNode
  width?: number
}

function isGroup(entry: FilterListItem | FilterListGroup): entry is FilterListGroup {
  return 'items' in entry
}

function toGroups(entries: readonly (FilterListItem | FilterListGroup)[]): FilterListGroup[] {
  const loose = entries.filter((entry): entry is FilterListItem => !isGroup(entry))
  return [{ id: 'items', items: loose }, ...entries.filter(isGroup)]
}

export const SearchableDropdown = (props: SearchableDropdownProps) => {
  const { items, selectedId, onSelect, width = 280 } = props
  const groups = useMemo(() => toGroups(items), [items])
  const selectedIds = useMemo(() => new Set(selectedId ? [selectedId] : []), [selectedId])
  return (
    <Dropdown trigger={props.trigger} label={props.label} width={width} isFlush>
      {(close) => (
        <FilterList
          label={props.label}
          placeholder={filterPlaceholder}
          groups={groups}
          selectedIds={selectedIds}
          noResultsText={props.noResultsText}
          footer={props.footer}
          onSelect={(item) => {
            close()
            onSelect?.(item.id)
          }}
        />
      )}
    </Dropdown>
  )
}
