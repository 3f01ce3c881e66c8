import { memo } from 'react'
import { unknownValue } from '@playhead/domain/format.ts'
import { categoryTitles, dimensionCategories } from '@playhead/metrics/dimension.ts'
import { dimensions } from '@playhead/metrics/dimensions.ts'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { customDimensionLimits } from '../contract.ts'
import type { CustomDimensionEdits, CustomDimensionRow } from './use-custom-dimensions.ts'

const categories = dimensionCategories.map((category) => ({
  value: category,
  label: categoryTitles[category],
}))

const titleOf = ({ id }: CustomDimensionRow) => dimensions[id].title

const idColumn: Column<CustomDimensionRow> = {
  id: 'id',
  title: 'Sent as',
  isMain: true,
  width: 140,
  render: ({ id }) => <span className="font-mono text-sm whitespace-nowrap">{id}</span>,
}

export const readColumns: Column<CustomDimensionRow>[] = [
  idColumn,
  {
    id: 'name',
    title: 'Display name',
    render: ({ displayName }) => displayName ?? <span className="text-ink-3">{unknownValue}</span>,
  },
  { id: 'category', title: 'Category', render: ({ category }) => categoryTitles[category] },
]

interface EditProps extends Pick<CustomDimensionRow, 'id' | 'category'> {
  change: CustomDimensionEdits['change']
}

// Memoized: typing in a field next to it does not render all twenty again.
const CategoryField = memo(function CategoryField({ id, category, change }: EditProps) {
  return (
    <Select
      label={`Category of ${id}`}
      isLabelHidden
      value={category}
      options={categories}
      onChange={(next) => change(id, { category: next })}
    />
  )
})

export const editColumns = (
  change: CustomDimensionEdits['change'],
): Column<CustomDimensionRow>[] => [
  idColumn,
  {
    id: 'name',
    title: 'Display name',
    render: (row) => (
      <div className="max-w-[420px]">
        <TextField
          label={`Display name of ${row.id}`}
          isLabelHidden
          value={row.displayName ?? ''}
          placeholder={titleOf(row)}
          maxLength={customDimensionLimits.displayNameMax}
          autoComplete="off"
          onChange={(displayName) => change(row.id, { displayName })}
        />
      </div>
    ),
  },
  {
    id: 'category',
    title: 'Category',
    width: 240,
    render: ({ id, category }) => <CategoryField id={id} category={category} change={change} />,
  },
]
