import { useId, useMemo } from 'react'
import { Dropdown } from '../menus/dropdown.tsx'
import { FieldFrame, useFieldIds } from '../fields/field.tsx'
import type { FieldProps } from '../fields/field.tsx'
import { FilterList } from '../menus/filter-list.tsx'
import { ChevronDownIcon } from '../icons/icons.ts'
import { filterPlaceholder } from '../menus/searchable-dropdown.tsx'
import type { SelectOption } from './select.tsx'

interface MultiSelectProps<Value extends string> extends FieldProps {
  values: readonly Value[]
  onChange: (values: Value[]) => void
  options: readonly SelectOption<Value>[]
  placeholder?: string
  noResultsText?: string
}

export const MultiSelect = <Value extends string>(props: MultiSelectProps<Value>) => {
  const { values, options, onChange, placeholder = 'Select' } = props
  const ids = useFieldIds(props)
  const valueId = useId()
  const groups = useMemo(
    () => [
      {
        id: 'options',
        items: options.map(({ value, label, description }) => ({ id: value, label, description })),
      },
    ],
    [options],
  )
  const selectedIds = useMemo(() => new Set<string>(values), [values])
  const selected = options.filter((option) => selectedIds.has(option.value))
  const toggle = (id: string) =>
    onChange(
      options
        .filter(({ value }) => (value === id ? !selectedIds.has(value) : selectedIds.has(value)))
        .map(({ value }) => value),
    )
  return (
    <FieldFrame {...props} ids={ids}>
      <Dropdown
        label={props.label}
        isFlush
        width={320}
        trigger={
          <button
            type="button"
            id={ids.control}
            className="ph-select-button"
            disabled={props.isDisabled}
            data-invalid={props.error ? true : undefined}
            aria-labelledby={`${ids.label} ${valueId}`}
            aria-describedby={ids.describedBy}
          >
            <span
              id={valueId}
              className="ph-select-value"
              data-placeholder={selected.length === 0 || undefined}
            >
              {selected.map((option) => option.label).join(', ') || placeholder}
            </span>
            <ChevronDownIcon size={14} />
          </button>
        }
      >
        <FilterList
          label={props.label}
          placeholder={filterPlaceholder}
          groups={groups}
          selectedIds={selectedIds}
          isMultiple
          noResultsText={props.noResultsText ?? 'No results'}
          onSelect={(item) => toggle(item.id)}
        />
      </Dropdown>
    </FieldFrame>
  )
}
