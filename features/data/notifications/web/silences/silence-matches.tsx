import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { monitoringDimensionIds } from '@playhead/features/data/monitoring/contract'
import { dimensionQuestions } from '@playhead/question-contract/dimension-questions.ts'
import { isDimension } from '@playhead/question-kit/question/predicate.ts'
import { Chip } from '@playhead/ui/badges/chip.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { ComboBox } from '@playhead/ui/choices/combo-box.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { type CallResponse, callQuietly } from '@playhead/web-kit/calls/call.ts'
import { currentTenant } from '@playhead/web-kit/session/tenant.ts'
import { silenceLimits } from '../../contract.ts'
import { dimensionTitle, shownValue } from '../value-text.ts'
import type { Silence } from './use-silences.ts'

type Matches = Silence['matches']

const offeredMax = 50

const dimensionOptions = monitoringDimensionIds.map((id) => ({
  value: id,
  label: dimensionTitle(id),
}))

/** The values that a week of views had, most viewed first. Without them any value can be typed. */
const useOfferedValues = (dimension: string) => {
  const tenant = currentTenant()
  const { data } = useQuery({
    queryKey: ['values of silences', tenant, dimension],
    enabled: isDimension(dimension),
    queryFn: async ({ signal }) =>
      (await callQuietly(dimensionQuestions.listValues, {
        params: { dimension },
        query: {
          timeframe: ['7:days'],
          orderBy: 'views',
          orderDirection: 'desc',
          limit: offeredMax,
        },
        tenant,
        signal,
      })) as CallResponse<typeof dimensionQuestions.listValues>,
  })
  return (data?.data ?? []).map(({ value }) => ({
    value: value ?? '',
    label: shownValue(dimension, value ?? ''),
  }))
}

interface AddMatchProps {
  onAdd: (match: Matches[number]) => void
  onCancel: () => void
  onUnadded: (hasUnadded: boolean) => void
  error: string | undefined
}

const AddMatch = ({ onAdd, onCancel, onUnadded, error }: AddMatchProps) => {
  const [name, setName] = useState<(typeof monitoringDimensionIds)[number]>('cdn')
  const [text, setText] = useState('')
  const offered = useOfferedValues(name)
  const type = (next: string) => {
    setText(next)
    onUnadded(next.trim() !== '')
  }
  const typed = offered.find(({ label }) => label === text)?.value ?? text.trim()
  return (
    <div className="grid gap-2 rounded-md border border-line p-3">
      <div className="grid gap-2 grid-cols-[repeat(auto-fit,minmax(220px,1fr))]">
        <Select
          label="Dimension"
          value={name}
          options={dimensionOptions}
          onChange={(next) => {
            setName(next)
            type('')
          }}
        />
        <ComboBox
          allowsCustomValue
          label="Value"
          value={text}
          onChange={type}
          options={offered}
          noResultsText="No views of this week have it"
          {...(error && { error })}
        />
      </div>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size="sm"
          disabled={text.trim() === ''}
          onClick={() => onAdd({ name, value: typed })}
        >
          Add value
        </Button>
      </div>
    </div>
  )
}

const isSame = (one: Matches[number], other: Matches[number]) =>
  one.name === other.name && one.value === other.value

interface SilenceMatchesProps {
  matches: Matches
  onChange: (matches: Matches) => void
  /** Whether a value is typed that is not added yet. */
  onUnadded: (hasUnadded: boolean) => void
  error: string | undefined
}

/** Values, all of which an incident must have. */
export const SilenceMatches = ({ matches, onChange, onUnadded, error }: SilenceMatchesProps) => {
  const [isAdding, setIsAdding] = useState(false)
  const end = () => {
    setIsAdding(false)
    onUnadded(false)
  }
  const canAdd = !isAdding && matches.length < silenceLimits.matchesMax
  return (
    <fieldset className="ph-fieldset min-w-0">
      <legend className="ph-label">Incidents where</legend>
      <div className="flex flex-wrap items-center gap-2 pb-1">
        {matches.map((match, index) => (
          <Chip
            key={`${match.name} ${match.value}`}
            index={index}
            name={dimensionTitle(match.name)}
            onRemove={() => onChange(matches.filter((one) => one !== match))}
          >
            is {shownValue(match.name, match.value)}
          </Chip>
        ))}
        {matches.length === 0 && !isAdding && (
          <span className="text-sm text-ink-2">Any value.</span>
        )}
        {canAdd && (
          <Button size="sm" onClick={() => setIsAdding(true)}>
            Add a value
          </Button>
        )}
      </div>
      {isAdding && (
        <AddMatch
          onUnadded={onUnadded}
          error={error}
          onCancel={end}
          onAdd={(match) => {
            onChange([...matches.filter((one) => !isSame(one, match)), match])
            end()
          }}
        />
      )}
    </fieldset>
  )
}
