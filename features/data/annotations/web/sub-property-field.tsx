import { useQuery } from '@tanstack/react-query'
import { subProperties } from '@playhead/features/data/sub-properties/contract'
import { Select } from '@playhead/ui/choices/select.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'

interface SubPropertyFieldProps {
  value: string | null
  onChange: (value: string | null) => void
}

/** No id is empty, so the empty text stands for "unassigned". METR-093 */
const unassigned = ''

export const SubPropertyField = ({ value, onChange }: SubPropertyFieldProps) => {
  const asked = useQuery(query(subProperties.list, {}, { quiet: true }))
  const known = asked.data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []
  // The assigned sub-property stays in the list even when no view has it any more.
  const own = value !== null && known.every((option) => option.value !== value)
  return (
    <Select
      label="Sub-property"
      value={value ?? unassigned}
      onChange={(chosen) => onChange(chosen === unassigned ? null : chosen)}
      options={[
        { value: unassigned, label: 'None' },
        ...(own ? [{ value, label: value }] : []),
        ...known,
      ]}
      description={asked.isError ? 'The sub-properties could not be loaded.' : undefined}
    />
  )
}
