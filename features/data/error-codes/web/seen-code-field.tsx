import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@playhead/domain/format.ts'
import { errors } from '@playhead/features/data/errors/contract'
import { ComboBox } from '@playhead/ui/combo-box.tsx'
import { query } from '@playhead/web-kit/query.ts'

interface SeenCodeFieldProps {
  name: string
  value: string
  error: string | undefined
  onChange: (code: string) => void
  taken: readonly string[]
}

const seenIn = { timeframe: ['7:days'], limit: 200 }

/** Any code can be typed; those that views had in the last 7 days are offered, the most frequent first. */
export const SeenCodeField = ({ taken, ...field }: SeenCodeFieldProps) => {
  const seen = useQuery(query(errors.list, { query: seenIn }, { quiet: true }))
  const counts = new Map<string, number>()
  for (const { playerErrorCode, count } of seen.data?.data ?? [])
    if (playerErrorCode !== null && !taken.includes(playerErrorCode))
      counts.set(playerErrorCode, (counts.get(playerErrorCode) ?? 0) + count)
  const options = [...counts]
    .filter(([code]) => code.toLowerCase().includes(field.value.trim().toLowerCase()))
    .map(([code, count]) => ({
      value: code,
      label: `${code} (${formatNumber(count)} ${count === 1 ? 'view' : 'views'})`,
    }))
  return (
    <ComboBox
      {...field}
      label="Error code"
      description="As the player sends it. Codes of the last 7 days are offered."
      allowsCustomValue
      onSelect={field.onChange}
      options={options}
      noResultsText={seen.isPending ? 'Looking for codes…' : 'No such code in the last 7 days'}
    />
  )
}
